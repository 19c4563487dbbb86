import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import type { Finding } from '#lib/detection';
import { FindingsCache } from './findings-cache.js';

const finding: Finding = {
  type: 'EMAIL',
  start: 0,
  end: 3,
  score: 1,
  recognizer: 'email',
  explanation: { validation: 'unknown', context: [], path: [] },
};

describe('findings cache', () => {
  it('reads an unchanged document once', () => {
    const cache = new FindingsCache();
    let reads = 0;
    const read = () => {
      reads += 1;
      return [[finding]];
    };
    for (let round = 0; round < 3; round += 1) {
      expect(cache.find('v1', undefined, [{ text: 'a@b' }], read)).toEqual([[finding]]);
    }
    expect(reads).toBe(1);
  });

  it.each([
    ['another text', 'v1', undefined, [{ text: 'a@c' }]],
    ['another version of the detector', 'v2', undefined, [{ text: 'a@b' }]],
    ['other types', 'v1', ['IBAN'], [{ text: 'a@b' }]],
    ['another label', 'v1', undefined, [{ text: 'a@b', label: 'phone' }]],
    ['the same letters cut elsewhere', 'v1', undefined, [{ text: 'a' }, { text: '@b' }]],
  ] as const)('reads %s anew', (_, version, types, texts) => {
    const cache = new FindingsCache();
    cache.find('v1', undefined, [{ text: 'a@b' }], () => [[finding]]);
    expect(cache.find(version, types, texts, () => [[]])).toEqual([[]]);
  });

  it('keeps nothing of a text', () => {
    const cache = new FindingsCache();
    cache.find('v1', undefined, [{ text: 'planted@example.org' }], () => [[finding]]);
    expect(inspect(cache, { depth: 9, showHidden: true })).not.toContain('planted');
  });

  it('stays bounded', () => {
    const cache = new FindingsCache();
    let reads = 0;
    for (let at = 0; at < 6_000; at += 1) cache.find('v1', undefined, [{ text: String(at) }], () => [[]]);
    cache.find('v1', undefined, [{ text: '0' }], () => {
      reads += 1;
      return [[]];
    });
    expect(reads).toBe(1);
  });
});
