import { describe, expect, it } from '@jest/globals';
import { bodyOf, headersOf, placementsOf, urlOf } from './request-template.js';

describe('a request made from arguments', () => {
  it.each([
    ['../../admin', 'https://api.example/t/..%2F..%2Fadmin'],
    ['..', 'https://api.example/t/%2E%2E'],
    ['a?b=c#d', 'https://api.example/t/a%3Fb%3Dc%23d'],
    ['@evil.test', 'https://api.example/t/%40evil.test'],
  ])('keeps an argument in its segment: %s', (id, expected) => {
    const url = urlOf('https://api.example/t/{{/id}}', { id });
    expect(url.origin).toBe('https://api.example');
    expect(url.pathname.startsWith('/t/') || url.pathname === '/').toBe(true);
    if (id !== '..') expect(url.href).toBe(expected);
  });

  it('refuses a header that would end early, and fills in the credential', () => {
    expect(headersOf({ Authorization: 'Bearer {{credential}}' }, {}, 'secret')).toEqual({
      authorization: 'Bearer secret',
    });
    expect(() => headersOf({ x: '{{/a}}' }, { a: 'b\r\nhost: evil.test' }, undefined)).toThrow('header');
  });

  it('puts arguments into a body as the JSON they are, and leaves out what is not there', () => {
    const body = bodyOf({ to: '{{/to}}', n: '{{/n}}', text: 'Dear {{/to}}', gone: '{{/gone}}' }, { to: 'a"b', n: 3 });
    expect(JSON.parse(body)).toEqual({ to: 'a"b', n: 3, text: 'Dear a"b' });
  });

  it('knows which arguments reach an address or a header', () => {
    const settings = {
      url: 'https://a.example/{{/q}}',
      headers: { 'x-trace': '{{/trace/id}}', key: '{{credential}}' },
    };
    expect(placementsOf(settings)).toEqual({ '/q': 'url', '/trace/id': 'header' });
  });
});
