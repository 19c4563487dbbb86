import type { Recognizer, ScanMatch } from '../../recognizer.js';

const WEIGHTS = [7, 3, 1];
const LINE = /(?<![A-Z0-9<])[A-Z0-9<]{30,44}(?![A-Z0-9<])/g;
const LENGTHS = new Set([30, 36, 44]);
/** Field, its check digit's place: TD3 line 2, TD2 line 2, TD1 lines 1 and 2 (ICAO Doc 9303 parts 4 to 6). */
const CHECKS: readonly (readonly [length: number, from: number, to: number])[] = [
  [44, 0, 9],
  [44, 13, 19],
  [36, 0, 9],
  [36, 13, 19],
  [30, 5, 14],
  [30, 0, 6],
];

function checkHolds(line: string, from: number, to: number): boolean {
  let sum = 0;
  for (let index = from; index < to; index += 1) {
    const code = line.charCodeAt(index);
    sum += (code === 60 ? 0 : code <= 57 ? code - 48 : code - 55) * WEIGHTS[(index - from) % 3]!;
  }
  return String(sum % 10) === line[to];
}

/** Lines of machine-readable zones: a name line by its form, a data line by the check digit of its number or birth date. */
export function* scanMrz(text: string): Generator<ScanMatch> {
  if (!text.includes('<')) return;
  for (const match of text.matchAll(LINE)) {
    const line = match[0];
    if (!LENGTHS.has(line.length) || !line.includes('<')) continue;
    const end = match.index + line.length;
    if (
      CHECKS.some(
        ([length, from, to]) => length === line.length && checkHolds(line, from, to) && /\d/.test(line.slice(from, to)),
      )
    ) {
      yield { start: match.index, end, pattern: 'data line', score: 0.95, validation: 'valid' };
    } else if (/^(?:[PIACV][A-Z<][A-Z]{3})?[A-Z]+<<[A-Z<]+$/.test(line)) {
      yield { start: match.index, end, pattern: 'name line', score: 0.9, validation: 'unknown' };
    }
  }
}

/** Machine-readable zones of passports, identity cards and visas. */
export const mrz: Recognizer = {
  id: 'mrz',
  types: ['MRZ'],
  title: 'Line of a machine-readable zone',
  source: 'ICAO Doc 9303 parts 3 to 7',
  check: '7-3-1 weighted sum mod 10',
  score: 0.9,
  patterns: [],
  scan: scanMrz,
  triggers: { literals: ['<<'], before: 44, after: 46 },
  context: {},
  examples: {
    valid: ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'],
    invalid: ['XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX'],
  },
};
