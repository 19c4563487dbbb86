import { describe, expect, it } from '@jest/globals';
import { Literals } from './literals.js';

describe('literals', () => {
  it('are found at every place, in any case, also when they overlap', () => {
    const literals = new Literals();
    const wanted = ['anna', '@', 'straße', '.pdf', 'рд', 'na'];
    const numbers = wanted.map((text) => literals.add(text));
    const text = 'ANNAnna a@b STRASSE Straße x.PDF РД рд';
    const found = literals.find(text);
    const expected = wanted.map((literal) => {
      const lower = text.toLowerCase();
      return [...lower].map((_, at) => at).filter((at) => lower.startsWith(literal, at));
    });
    expect(numbers.map((number) => found[number] ?? [])).toEqual(expected);
  });

  it('added twice have one number', () => {
    const literals = new Literals();
    expect(literals.add('ab')).toBe(literals.add('ab'));
  });
});
