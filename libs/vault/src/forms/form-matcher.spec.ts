import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { VaultToken } from '#lib/kernel';
import { FormMatcher, type IssuedForm } from './form-matcher.js';

const issued = (...texts: string[]): IssuedForm[] =>
  texts.map((text, index) => ({ token: `[T_${index}]` as VaultToken, form: 'surrogate', text }));
const found = (matcher: FormMatcher, text: string) =>
  matcher.scan(text, true).matches.map(({ start, end, token }) => [text.slice(start, end), token]);

describe('FormMatcher', () => {
  it('takes the longest rendition at each place, in one pass', () => {
    const matcher = new FormMatcher(issued('Ann', 'Ann Lee', 'Lee Ann', 'NS 1', 'NS 10'));
    expect(found(matcher, 'Ann Lee Ann, NS 10 and NS 1.')).toEqual([
      ['Ann Lee', '[T_1]'],
      ['Ann', '[T_0]'],
      ['NS 10', '[T_4]'],
      ['NS 1', '[T_3]'],
    ]);
  });

  it('finds whole words only', () => {
    const matcher = new FormMatcher(issued('Ann Lee', '+49 1', 'a@b.example'));
    expect(found(matcher, 'Joann Lee, Ann Leeds, xa@b.example')).toEqual([]);
    expect(found(matcher, '"Ann Lee" <a@b.example> Tel.+49 1')).toHaveLength(3);
  });

  it('turns back neither of two values that were rendered alike', () => {
    const matcher = new FormMatcher([
      { token: '[A]' as VaultToken, text: '1984-03-09' },
      { token: '[B]' as VaultToken, text: '1984-03-09' },
    ]);
    expect(found(matcher, '1984-03-09')).toEqual([]);
  });

  it('finds the same whatever the pieces in which a text comes', () => {
    const matcher = new FormMatcher(issued('Ann', 'Ann Lee', 'Lee', 'é', 'Ann Lee-Smith', '12-34'));
    const words = fc.constantFrom('Ann', 'Lee', ' ', '-', 'Smith', 'x', 'é', '12', '34', '.', '😀', 'An');
    fc.assert(
      fc.property(fc.array(words, { maxLength: 14 }), fc.array(fc.nat(40), { maxLength: 6 }), (parts, cuts) => {
        const text = parts.join('');
        const whole = matcher.scan(text, true).matches;
        const places = [...new Set(cuts.map((cut) => Math.min(cut, text.length)))].sort((a, b) => a - b);
        const pieces = [0, ...places].map((from, index) => text.slice(from, places[index] ?? text.length));
        const streamed: typeof whole = [];
        let held = '';
        let offset = 0;
        let before = '';
        pieces.forEach((piece, index) => {
          const final = index === pieces.length - 1;
          const window = held + piece;
          const { matches, settled } = matcher.scan(window, final, before);
          for (const match of matches)
            streamed.push({ ...match, start: match.start + offset, end: match.end + offset });
          if (settled > 0) before = window[settled - 1]!;
          held = window.slice(settled);
          offset += settled;
          expect(held.length).toBeLessThanOrEqual(matcher.lengthMax);
        });
        expect(streamed).toEqual(whole);
      }),
      { numRuns: 2_000 },
    );
  });

  it('tells a thousand renditions apart', () => {
    const matcher = new FormMatcher(issued(...Array.from({ length: 1_000 }, (_, index) => `Person ${index + 1}`)));
    const text = Array.from({ length: 1_000 }, (_, index) => `Person ${index + 1}`).join(', ');
    expect(matcher.scan(text, true).matches.map(({ token }) => token)).toEqual(
      Array.from({ length: 1_000 }, (_, index) => `[T_${index}]`),
    );
  });
});
