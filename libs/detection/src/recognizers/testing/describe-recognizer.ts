import { describe, expect, it } from '@jest/globals';
import { THRESHOLD_DEFAULT } from '../../detection-options.js';
import { normalize } from '../../normalization/normalize.js';
import { resolveOverlaps } from '../../overlap/resolve-overlaps.js';
import { PatternScanner } from '../../patterns/pattern-scanner.js';
import type { Recognizer } from '../../recognizer.js';
import { generate, seeded, spell } from './generate.js';

export interface RecognizerTable {
  /** Text and the value found in it, with and without context. */
  readonly finds: readonly (readonly [text: string, value: string])[];
  /** Texts in which nothing is found. */
  readonly ignores: readonly string[];
  readonly generated: {
    /** See `generate`. */
    readonly mask: string;
    /** Usual spellings, `#` for each character; as the mask writes it when absent. */
    readonly spellings?: readonly string[];
    /** An oracle independent of the recognizer. Absent for types without a check, where only recall is measured. */
    readonly isValid?: (value: string) => boolean;
  };
}

const SAMPLES = 150;

/** Numbers that belong to nobody, in no context. */
const TECHNICAL = [
  'order 4711-0815-99 and order #100045123456',
  'release v10.4.2-rc.1, build 4.0.30319.1, node 20.19.43',
  'at 1750932104 (1750932104123), 2026-06-26T09:21:44.123Z, 20260626092144',
  'job 550e8400-e29b-41d4-a716-446655440000 done',
  'commit 9fceb02d0ae598e95dc970b74767f19372d61af8, etag 68b329da9893e34099c7d8ad5cb9c940',
  'call +1 212 555 0142 or (020) 7946 0958',
];

/** The tests that every recognizer of a national value passes, and its own table of hits and misses. */
export function describeRecognizer(recognizer: Recognizer, table: RecognizerTable): void {
  const scanner = new PatternScanner([recognizer]);
  const values = (text: string): string[] => {
    const normal = normalize(text);
    const { found: candidates } = scanner.scan(normal.text, undefined, () => true, THRESHOLD_DEFAULT);
    return resolveOverlaps(normal.text, candidates, normal.taken).map(({ start, end }) => {
      const original = normal.toOriginal(start, end);
      return text.slice(original.start, original.end);
    });
  };
  const phrases = Object.values(recognizer.context).flat();

  describe(recognizer.id, () => {
    it.each(table.finds.map(([text, value]) => [text, value]))('finds in %j %j', (text, value) => {
      expect(values(text)).toEqual([value]);
    });

    it.each([...table.ignores, ...TECHNICAL])('finds nothing in %j', (text) => {
      expect(values(text)).toEqual([]);
    });

    it.each([...recognizer.examples.valid])('finds its example %j after each context word', (value) => {
      const missed = phrases.filter((phrase) => !values(`${phrase} ${value}`).includes(value));
      expect(missed).toEqual([]);
    });

    it('finds none of its counter-examples, whatever the context', () => {
      for (const value of recognizer.examples.invalid) expect(values(`${phrases[0]} ${value}`)).not.toContain(value);
    });

    it('finds no part of a longer number or word', () => {
      const value = recognizer.examples.valid.find((example) => /\w$/.test(example))!;
      for (const text of [`${phrases[0]} 77${value}`, `${phrases[0]} ${value}77777`, `${phrases[0]} Q${value}QQQQ`]) {
        expect(values(text)).not.toContain(value);
      }
    });

    const { mask, spellings = [undefined], isValid } = table.generated;
    const random = seeded(recognizer.id.length * 7919 + recognizer.id.charCodeAt(3));
    const sentence = (value: string, i: number): string => `The ${phrases[i % phrases.length]} ${value} was confirmed.`;
    const spelled = (value: string, i: number): string => {
      const spelling = spellings[i % spellings.length];
      return spelling ? spell(value, spelling) : value;
    };

    it('finds at least 98 % of generated values in every usual spelling', () => {
      let found = 0;
      for (let i = 0; i < SAMPLES; i++) {
        const value = spelled(generate(mask, isValid ?? (() => true), random), i);
        if (values(sentence(value, i)).includes(value)) found++;
      }
      expect(found / SAMPLES).toBeGreaterThanOrEqual(0.98);
    });

    if (!isValid) return;
    it('finds at most 1 % of values with one digit changed', () => {
      let found = 0;
      for (let i = 0; i < SAMPLES; i++) {
        const value = spelled(miswritten(generate(mask, isValid, random), isValid, random), i);
        if (values(sentence(value, i)).includes(value)) found++;
      }
      expect(found / SAMPLES).toBeLessThanOrEqual(0.01);
    });
  });
}

/** The value with one digit changed so that the oracle refuses it. */
function miswritten(value: string, isValid: (value: string) => boolean, random: (bound: number) => number): string {
  const places = [...value].flatMap((character, at) => (/\d/.test(character) ? [at] : []));
  for (let attempt = 0; attempt < 500; attempt++) {
    const at = places[random(places.length)]!;
    const digit = (Number(value[at]) + 1 + random(9)) % 10;
    const changed = value.slice(0, at) + digit + value.slice(at + 1);
    if (!isValid(changed)) return changed;
  }
  throw new Error('no digit of this value is checked');
}
