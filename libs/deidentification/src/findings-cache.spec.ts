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
  it('reads an unchanged document once', async () => {
    const cache = new FindingsCache();
    let reads = 0;
    const read = async () => {
      reads += 1;
      return [[finding]];
    };
    for (let round = 0; round < 3; round += 1) {
      expect(await cache.find(['v1'], [{ text: 'a@b' }], read)).toEqual([[finding]]);
    }
    expect(reads).toBe(1);
  });

  it.each([
    ['another text', ['v1'], [{ text: 'a@c' }]],
    ['what another detector reads', ['v2'], [{ text: 'a@b' }]],
    ['what other settings read', ['v1', { types: ['IBAN'] }], [{ text: 'a@b' }]],
    ['another label', ['v1'], [{ text: 'a@b', label: 'phone' }]],
    ['the same letters cut elsewhere', ['v1'], [{ text: 'a' }, { text: '@b' }]],
  ] as const)('reads %s anew', async (_, how, texts) => {
    const cache = new FindingsCache();
    await cache.find(['v1'], [{ text: 'a@b' }], async () => [[finding]]);
    expect(await cache.find(how, texts, async () => [[]])).toEqual([[]]);
  });

  it('keeps nothing of a text', async () => {
    const cache = new FindingsCache();
    await cache.find(['v1'], [{ text: 'planted@example.org' }], async () => [[finding]]);
    expect(inspect(cache, { depth: 9, showHidden: true })).not.toContain('planted');
  });

  it('stays bounded', async () => {
    const cache = new FindingsCache();
    let reads = 0;
    for (let at = 0; at < 6_000; at += 1) await cache.find(['v1'], [{ text: String(at) }], async () => [[]]);
    await cache.find(['v1'], [{ text: '0' }], async () => {
      reads += 1;
      return [[]];
    });
    expect(reads).toBe(1);
  });
});
