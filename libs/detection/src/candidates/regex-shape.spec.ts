import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { regexShape, shapeOf } from './regex-shape.js';

const shapeMatches = (regex: RegExp, value: string): boolean =>
  new RegExp(`^(?:${regexShape(regex).source})$`).test(shapeOf(value));

describe('shape of a regular expression', () => {
  it.each([
    [/\d{3}-\d{2}-\d{4}/, '536-90-4399'],
    [/\d{4}([ .-])\d{4}\1\d{4}\1\d{4}/, '4111-1111-1111-1111'],
    [/(?<s>[ -])\d{5}\k<s>/, '-12345-'],
    [/[A-CEGHJ-PR-TW-Z][A-Z] ?\d{6} ?[A-D]/, 'AB 123456 C'],
    [/(?:19|20)?\d{6}[-+]\d{4}/, '811218+9876'],
    [/[A-Z]\d{6}\([\dA]\)/, 'G123456(A)'],
    [/ab\d{5}/i, 'Ab12345'],
    [/(?!000)\d{3}(?<!666)\w{2}/, '123a_'],
    [/\d{2}.\d{3}[^x]\d/, '12/345/6'],
    [/A\d{1,3}|B{2}\d+\.?/, 'BB123456.'],
  ])('%s matches the shape of what it matches', (regex, value) => {
    expect(new RegExp(`^(?:${regex.source})$`, regex.flags).test(value)).toBe(true);
    expect(shapeMatches(regex, value)).toBe(true);
    const { lengthMin, lengthMax } = regexShape(regex);
    expect(value.length).toBeGreaterThanOrEqual(lengthMin);
    expect(value.length).toBeLessThanOrEqual(lengthMax);
  });

  it('loses no match of any digit pattern', () => {
    const groups = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(
        groups,
        fc.constantFrom(' ', '-', '.', '/', ''),
        fc.infiniteStream(fc.nat(9)),
        (sizes, separator, digits) => {
          const regex = new RegExp(sizes.map((size) => `\\d{${size}}`).join(separator === '' ? '' : `[${separator}]`));
          const value = sizes.map((size) => [...digits.take(size)].join('')).join(separator);
          expect(shapeMatches(regex, value)).toBe(true);
        },
      ),
    );
  });

  it('refuses what a code pattern has no use for', () => {
    expect(() => regexShape(/\cA/)).toThrow(RangeError);
  });
});
