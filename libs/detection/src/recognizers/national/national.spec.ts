import { describe, expect, it } from '@jest/globals';
import { infoClassOf, isInfoType } from '#lib/kernel';
import { Detector } from '../../detector.js';
import { seeded } from '../testing/generate.js';
import { impersonalNumbers } from '../testing/numbers.js';
import { NATIONAL_RECOGNIZERS } from './index.js';

const BYTES = 1_000_000;

describe('national recognizers', () => {
  const detector = new Detector({ names: null, recognizers: NATIONAL_RECOGNIZERS });

  it('cover at least sixty countries', () => {
    expect(new Set(NATIONAL_RECOGNIZERS.map(({ country }) => country)).size).toBeGreaterThanOrEqual(60);
  });

  it('have ids and types that begin with their country and belong to them alone', () => {
    const ids = NATIONAL_RECOGNIZERS.map(({ id }) => id);
    const types = NATIONAL_RECOGNIZERS.flatMap((recognizer) => recognizer.types);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(types).size).toBe(types.length);
    for (const { id, types: own, country } of NATIONAL_RECOGNIZERS) {
      expect(id).toMatch(new RegExp(`^${country!.toLowerCase()}\\.[a-z-]+$`));
      expect(own).toEqual([id.toUpperCase().replace(/[.-]/g, '_')]);
      expect(own.every(isInfoType)).toBe(true);
    }
  });

  it('name a source, an English context and an example', () => {
    for (const { id, source, context, examples } of NATIONAL_RECOGNIZERS) {
      expect([id, source.length > 10, (context.en?.length ?? 0) > 0, examples.valid.length > 0]).toEqual([
        id,
        true,
        true,
        true,
      ]);
    }
  });

  it.each([
    ['US_NPI', 'health'],
    ['GB_NHS', 'health'],
    ['NZ_BANK_ACCOUNT', 'finance'],
    ['MX_CLABE', 'finance'],
    ['RU_PASSPORT', 'document'],
    ['DE_TAX_ID', 'identity'],
  ])('%s is of class %s', (type, infoClass) => {
    expect(infoClassOf(type)).toBe(infoClass);
  });

  it.each([
    ['her serbian tax number 101134702', 'RS_TAX_NUMBER'],
    ['her lithuanian personal code 33309240064', 'LT_PERSONAL_CODE'],
    ['her slovak birth number 790107/3279', 'SK_BIRTH_NUMBER'],
    ['JMBG 0101006500006', 'SI_EMSO'],
  ])('where several countries write alike, %j is read as %s', (text, type) => {
    expect(detector.find(text).map((finding) => finding.type)).toEqual([type]);
  });

  it('find at most two values in a megabyte of numbers that identify nobody', () => {
    const random = seeded(2026);
    const makers = Object.values(impersonalNumbers(random));
    let text = '';
    while (text.length < BYTES) text += makers[random(makers.length)]!() + (random(4) ? ', ' : '\n');
    expect(detector.find(text).length).toBeLessThanOrEqual(2);
  });
});
