import { describe, expect, it } from '@jest/globals';
import { occurrencesOf, unseenParagraphs } from './support/unseen.js';

const paragraphs = unseenParagraphs();
const valuesOf = (type: string) =>
  paragraphs.flatMap(({ values }) => values.filter((value) => value.type === type).map(({ text }) => text));

describe('the paragraphs nobody tuned to', () => {
  it('are 200, no two alike, 130 in English and ten in each other language', () => {
    const languages: Record<string, number> = {};
    for (const { lang } of paragraphs) languages[lang] = (languages[lang] ?? 0) + 1;
    expect(languages).toEqual({ en: 130, de: 10, fr: 10, es: 10, it: 10, pt: 10, nl: 10, id: 10 });
    expect(new Set(paragraphs.map(({ text }) => text)).size).toBe(200);
  });

  it('hold every labelled value as it is, as words of its own', () => {
    const lost = paragraphs.flatMap(({ text, values }) =>
      values.filter((value) => occurrencesOf(value.text, text).length === 0).map((value) => value.text),
    );
    expect(lost).toEqual([]);
  });

  it('hold cards that pass Luhn', () => {
    const cards = valuesOf('CREDIT_CARD');
    expect(cards.length).toBeGreaterThan(10);
    expect(cards.filter((card) => luhnSum(card) % 10 !== 0)).toEqual([]);
  });

  it('hold IBANs of many countries with right lengths and check digits', () => {
    const lengths: Record<string, number> = {
      AT: 20,
      BE: 16,
      CH: 21,
      DE: 22,
      ES: 24,
      FR: 27,
      GB: 22,
      IE: 22,
      IT: 27,
      NL: 18,
      PL: 28,
      PT: 25,
      TR: 26,
    };
    const ibans = valuesOf('IBAN').map((iban) => iban.replaceAll(' ', ''));
    expect(new Set(ibans.map((iban) => iban.slice(0, 2)))).toEqual(new Set(Object.keys(lengths)));
    expect(ibans.filter((iban) => iban.length !== lengths[iban.slice(0, 2)] || mod97(iban) !== 1)).toEqual([]);
  });

  it('hold US SSNs in the ranges that are issued', () => {
    const numbers = valuesOf('US_SSN').map((ssn) => ssn.replaceAll(/\D/g, ''));
    expect(numbers.filter((ssn) => !/^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(ssn))).toEqual([]);
  });
});

/** ISO/IEC 7812-1, annex B. */
function luhnSum(card: string): number {
  return [...card.replaceAll(/\D/g, '')].reverse().reduce((sum, digit, index) => {
    const weighted = Number(digit) * (1 + (index % 2));
    return sum + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
}

/** ISO 7064 mod 97-10 over the IBAN with its first four characters moved to the end (ISO 13616). */
function mod97(iban: string): number {
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    for (const digit of Number.parseInt(character, 36).toString()) rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest;
}
