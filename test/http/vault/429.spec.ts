import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

let t: TestGateway;

beforeAll(async () => {
  t = await createTestGateway({
    rateLimits: {
      'vault:Reveal': { countMax: 3, windowSeconds: 600 },
      'vault:Join': { countMax: 2, windowSeconds: 600 },
      'vault:BulkReveal': { countMax: 1, windowSeconds: 600 },
    },
  });
}, 120_000);

afterAll(() => t.close());

const token = '[EMAIL_0000000000]';
const item = { type: 'EMAIL', value: 'a@example.com' };

describe('limits of a principal', () => {
  it('count the values that are asked for, not the requests, and leave others alone', async () => {
    const detokenize = (count: number, as: 'user' | 'support') =>
      t.call('/v1/vault/detokenize', { as, body: { tokens: Array.from({ length: count }, () => token) } });
    expect((await detokenize(2, 'user')).status).toBe(200);
    const limited = await detokenize(2, 'user');
    expect([limited.status, limited.json.code]).toEqual([429, 'request.rate_limited']);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(1);
    expect((await detokenize(1, 'user')).status).toBe(200);
    expect((await detokenize(3, 'support')).status).toBe(200);
  });

  it('hold for joining, which tells whether a value is stored, and not for tokens of a conversation', async () => {
    const tokenize = (as: 'user' | 'analyst') =>
      t.call('/v1/vault/tokenize', { as, body: { items: [item, { ...item, value: 'b@example.com' }] } });
    expect((await tokenize('user')).status).toBe(200);
    expect((await tokenize('user')).status).toBe(429);
    for (let i = 0; i < 2; i += 1) expect((await tokenize('analyst')).status).toBe(200);
  });

  it('hold for joining through the proxy and the privacy API too, where nothing is sent', async () => {
    await t.testDatabase.admin('DELETE FROM rate_window');
    const text = 'Mails: ann.lee@example.com, bob.ray@example.com';
    const ask = (path: string, as: 'user' | 'analyst', body: object) => t.call(path, { as, body });
    const chat = (as: 'user' | 'analyst') =>
      ask('/v1/chat/completions', as, { model: 'm', messages: [{ role: 'user', content: text }] });
    expect((await chat('user')).status).toBe(200);
    const sent = (await t.upstream.captured()).bodies.length;
    const limited = await ask('/v1/chat/completions', 'user', {
      model: 'm',
      messages: [{ role: 'user', content: `${text}, eve.fox@example.com` }],
    });
    expect([limited.status, limited.json.code]).toEqual([429, 'request.rate_limited']);
    expect((await ask('/v1/privacy/deidentify', 'user', { texts: [text] })).status).toBe(429);
    expect((await t.upstream.captured()).bodies).toHaveLength(sent);
    for (let i = 0; i < 2; i += 1) expect((await chat('analyst')).status).toBe(200);
  });

  it('hold for streams, before the first value leaves', async () => {
    const answer = await t.call('/v1/vault/bulk/detokenize', {
      method: 'POST',
      raw: `{"token":"${token}"}\n{"token":"${token}"}\n`,
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect([answer.status, answer.json.code]).toEqual([429, 'request.rate_limited']);
  });
});
