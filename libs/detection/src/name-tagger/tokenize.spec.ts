import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sentenceBounds, tokenize } from './tokenize.js';

function words(text: string): string[] {
  const { count, starts, ends } = tokenize(text);
  return Array.from({ length: count }, (_, i) => text.slice(starts[i], ends[i]));
}

describe('tokenize', () => {
  it.each([
    ["Anna's dog, Ed's cat", ['Anna', "'s", 'dog', ',', 'Ed', "'s", 'cat']],
    ["O'Brien and D'Angelo don't", ["O'Brien", 'and', "D'Angelo", 'don', "'t"]],
    ["l'avvocato dell'Orto", ['l', "'", 'avvocato', 'dell', "'", 'Orto']],
    ['2024-01-05T10:00', ['2024', '-', '01', '-', '05', 'T10', ':', '00']],
    ['Jan-Willem', ['Jan', '-', 'Willem']],
    ['user_name = 1', ['user_name', '=', '1']],
    ['a 😀 b', ['a', '😀', 'b']],
    ['', []],
  ])('splits %j', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it('puts every non-blank code point into exactly one token, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const { count, starts, ends } = tokenize(text);
        let at = 0;
        for (let i = 0; i < count; i++) {
          expect(text.slice(at, starts[i]).replace(/[\s\u00a0\u202f\u3000]/g, '')).toBe('');
          expect(ends[i]).toBeGreaterThan(starts[i] as number);
          at = ends[i] as number;
        }
        expect(text.slice(at).trim()).toBe('');
      }),
    );
  });
});

describe('sentenceBounds', () => {
  function sentences(text: string): number {
    return sentenceBounds(text, tokenize(text)).length - 1;
  }

  it.each([
    ['He left. She stayed.', 2],
    ['Dr. Haji came. J. Smith left.', 2],
    ['one\ntwo', 2],
    ['v. 2 and so on', 1],
  ])('finds the sentences of %j', (text, expected) => {
    expect(sentences(text)).toBe(expected);
  });

  it('bounds a sentence to 180 tokens', () => {
    expect(sentences('word '.repeat(1000))).toBe(6);
  });
});
