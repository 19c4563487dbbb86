import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { applyEdits, tokenBodyFrom, vaultToken } from '#lib/kernel';
import { Detector } from './detector.js';
import type { Finding } from './finding.js';

/** `PVG_SPAN_RUNS=100000` for the long run that docs/guides/detection.md records. */
const RUNS = Number(process.env.PVG_SPAN_RUNS ?? 300);

const detector = new Detector();

/** Values that are found on a line of their own, with what announces them: a word beside one may speak against it (`v 2001:db8::1`). */
const PLANTED: readonly (readonly [before: string, value: string])[] = [
  ['', 'maria@example.com'],
  ['', 'jörg@bücher.example'],
  ['', 'DE89 3704 0044 0532 0130 00'],
  ['', '4111 1111 1111 1111'],
  ['', '203.0.113.9'],
  ['', '2001:db8::8a2e:370:7334'],
  ['', 'https://lena:Pa55word@db.example.com/x'],
  ['', '3c:22:fb:7a:01:9e'],
  ['', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ['phone ', '+49 151 12345678'],
  ['SSN ', '536-90-4399'],
  ['password: ', 'Stroopwafel_66'],
];
const noise = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((units) => String.fromCharCode(...units)),
);

function isInOrder(text: string, found: readonly Finding[]): boolean {
  return found.every(({ start, end }, index) => {
    const before = index > 0 ? found[index - 1]!.end : 0;
    return before <= start && start < end && end <= text.length;
  });
}

describe('spans', () => {
  it('of a planted value are exact in any Unicode text, and all findings lie in it in order', () => {
    fc.assert(
      fc.property(noise, fc.constantFrom(...PLANTED), noise, (head, [announced, value], tail) => {
        const text = `${head}\n${announced}${value}\n${tail}`;
        const found = detector.find(text);
        expect(isInOrder(text, found)).toBe(true);
        expect(found.map(({ start, end }) => text.slice(start, end))).toContain(value);
      }),
      { numRuns: RUNS },
    );
  });

  it('are none in the text that vault tokens made of them: a second run changes nothing', () => {
    const sentences = [
      'Maria Lopez lives at 12 High Street, Leeds LS1 4AP, and her sister Ana Lopez in Porto.',
      'Ask Dr. Okafor of Ferndown Logistics Ltd (tel. 020 7946 0958) before 3 March 2021.',
      '{"name":"Jan de Wit","iban":"NL91ABNA0417164300","city":"Utrecht"}',
      'login jdewit42, card 4111 1111 1111 1111, born 14 July 1981',
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(sentences, { minLength: 1 }), noise, (chosen, junk) => {
        const text = [...chosen, junk].join('\n');
        const once = tokenized(text);
        const again = detector
          .find(once)
          .filter(({ start, end }) => sentences.some((one) => one.includes(once.slice(start, end))));
        expect(again).toEqual([]);
      }),
      { numRuns: Math.min(RUNS, 2_000) },
    );
  });
});

function tokenized(text: string): string {
  return applyEdits(
    text,
    detector.find(text).map(({ start, end, type }) => {
      const body = tokenBodyFrom(createHash('sha256').update(text.slice(start, end)).digest().subarray(0, 5));
      return { start, end, text: vaultToken(type, body) };
    }),
  );
}
