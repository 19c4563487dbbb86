import { describe, expect, it } from '@jest/globals';
import { Detector } from '../detector.js';

const detector = new Detector();
const persons = (texts: readonly string[]): string[][] =>
  detector
    .findAll(texts.map((text) => ({ text })))
    .map((found, index) =>
      found.filter((one) => one.type === 'PERSON').map((one) => texts[index]!.slice(one.start, one.end)),
    );

describe('document pass', () => {
  it('finds a surname alone that another text of the document gives in full', () => {
    const [, second] = persons(['Signed by Lena Fosterling.', 'page 2: fee owed, Fosterling; copy to FOSTERLING']);
    expect(second).toEqual(['Fosterling', 'FOSTERLING']);
  });

  it('leaves a part of a name alone that the document also uses as a common word', () => {
    const [first] = persons(['Signed by Lena Stone. The stone wall. A Stone wall.']);
    expect(first).toEqual(['Lena Stone']);
  });
});

describe('what belongs together', () => {
  it.each([
    [
      'Send it to 418 Larkmoor Ct., Apt. 2C, Tallahassee, FL 32304 today.',
      'ADDRESS',
      '418 Larkmoor Ct., Apt. 2C, Tallahassee, FL 32304',
    ],
    ['Witnesses: Samuel R. Hollis and P. Vane jr.', 'PERSON', 'P. Vane jr.'],
    ['Reed, Cole and Vance LLP signed.', 'ORGANIZATION', 'Reed, Cole and Vance LLP'],
  ])('in %j is one %s', (text, type, value) => {
    const found = detector.find(text).filter((one) => one.type === type);
    expect(found.map((one) => text.slice(one.start, one.end))).toContain(value);
  });

  it('does not take two full names after a comma for one person', () => {
    const text = 'Dear Jonas Weller, Jane Weller and Tim Timmons';
    expect(detector.find(text).map((one) => text.slice(one.start, one.end))).toEqual([
      'Jonas Weller',
      'Jane Weller',
      'Tim Timmons',
    ]);
  });
});
