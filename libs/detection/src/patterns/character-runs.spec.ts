import { describe, expect, it } from '@jest/globals';
import { CharacterRuns, type RunKind } from './character-runs.js';

function runs(text: string, kind: RunKind): string[] {
  const list = new CharacterRuns(text)[kind];
  const found: string[] = [];
  for (let index = 0; index < list.length; index += 2) found.push(text.slice(list[index], list[index + 1]));
  return found;
}

describe('runs of characters', () => {
  it.each<[RunKind, string, string[]]>([
    ['digits', 'a1 23,b45c', ['1', '23', '45']],
    ['digits', '', []],
    ['number', 'call 020 7946 0958 or 12', ['020 7946 0958']],
    ['number', '12 and 345 only', []],
    ['number', '123456', ['123456']],
    ['key', 'sk_live-0123456789 short', ['sk_live-0123456789']],
    ['key', 'fifteen_letters', []],
    ['longKey', `id ${'a1'.repeat(13)}-x`, ['a1'.repeat(13)]],
    ['longKey', 'ab-'.repeat(20), []],
  ])('finds %s in %j', (kind, text, expected) => {
    expect(runs(text, kind)).toEqual(expected);
  });

  it('tells whether a stretch holds a digit', () => {
    const read = new CharacterRuns('ab 12 cd 3');
    expect([
      read.hasDigit(0, 3),
      read.hasDigit(0, 4),
      read.hasDigit(4, 9),
      read.hasDigit(5, 9),
      read.hasDigit(9, 10),
    ]).toEqual([false, true, true, false, true]);
  });
});
