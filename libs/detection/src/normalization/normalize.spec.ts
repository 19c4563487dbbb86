import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { tokenBodyFrom, vaultToken } from '#lib/kernel';
import { normalize } from './normalize.js';

describe('normalisation', () => {
  it.each([
    ['lena＠example．com', 'lena@example.com'],
    ['Jose\u0301 Alvarez', 'José Alvarez'],
    ['a\u200bb\u00adc\u202ed', 'abcd'],
    ['536\u00a090\u20074399', '536 90 4399'],
    ['536\u201190\u20134399', '536-90-4399'],
    ['D\u2019Orsey', "D'Orsey"],
    ['lenа@exаmple.com', 'lena@example.com'],
    ['Анна', 'Анна'],
    ['u=lena%40example.com', 'u=lena@example.com'],
    ['J%C3%BCrgen', 'Jürgen'],
    ['100%', '100%'],
    ['M&uuml;ller &lt;a&#64;b.co&gt;', 'Müller <a@b.co>'],
    ['{\\"token\\":\\"x\\"}', '{"token":"x"}'],
    ['"a": "x\\nLena"', '"a": "x\nLena"'],
    ['C:\\new\\table', 'C:\\new\\table'],
    ['"n":"J\\u00fcrgen"', '"n":"Jürgen"'],
    ['٠١٢٣', '0123'],
    ['ﬁle', 'file'],
  ])('%j reads %j', (text, expected) => {
    expect(normalize(text).text).toBe(expected);
  });

  it('maps every position back to the characters it came from', () => {
    const text = 'x \u200bJose\u0301\u200d %40 &amp; ﬁ 😀 end';
    const normal = normalize(text);
    const back = (part: string): string => {
      const at = normal.text.indexOf(part);
      const { start, end } = normal.toOriginal(at, at + part.length);
      return text.slice(start, end);
    };
    expect(back('José')).toBe('Jose\u0301');
    expect(back('@')).toBe('%40');
    expect(back('&')).toBe('&amp;');
    expect(back('fi')).toBe('ﬁ');
    expect(back('i ')).toBe('ﬁ ');
    expect(back('😀')).toBe('😀');
    expect(back('end')).toBe('end');
  });

  it('leaves no hole and no overlap in its offset map, on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const normal = normalize(text);
        let last = 0;
        for (let at = 0; at < normal.text.length; at += 1) {
          const { start, end } = normal.toOriginal(at, at + 1);
          expect(start).toBeGreaterThanOrEqual(Math.min(last, start));
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          last = end;
        }
      }),
    );
  });

  it('marks vault tokens as taken and reads a stand-in in their place', () => {
    const token = vaultToken('PERSON', tokenBodyFrom(new Uint8Array([9, 8, 7, 6, 5])));
    const normal = normalize(`Dear ${token}, hello`);
    expect(normal.text).toBe('Dear Maria Keller, hello');
    expect(normal.taken).toEqual([{ start: 5, end: 17 }]);
    expect(normal.toOriginal(5, 17)).toEqual({ start: 5, end: 5 + token.length });
  });
});
