import type { Recognizer, ScanMatch } from '../../recognizer.js';
import { MONTH_WORDS, type ScannedDate, scanNamedDates, scanNumericDates } from './date-scan.js';

const CLOCK = /^T\d{2}:/;
const SOURCE = 'ISO 8601-1 §5.2.2; CLDR 46 month names and date formats; 45 CFR 164.514(b)(2)(i)(C)';

/** The time stamps of logs (`2026-02-09T22:50:00Z`) are of machines, not of people. */
function* scored(text: string, dates: Iterable<ScannedDate>): Generator<ScanMatch> {
  for (const date of dates) {
    if (CLOCK.test(text.slice(date.end, date.end + 4))) continue;
    yield { ...date, score: date.complete ? 0.6 : 0.52, validation: 'unknown' };
  }
}

/** Calendar dates in digits. */
export const numericDate: Recognizer = {
  id: 'date-numeric',
  types: ['DATE'],
  title: 'Calendar date in digits',
  source: SOURCE,
  check: 'a day of the calendar',
  score: 0.6,
  patterns: [],
  scan: (text) => scored(text, scanNumericDates(text)),
  triggers: { runs: 'digits', before: 8, after: 16 },
  context: {},
  notContext: ['version', 'build', 'release', 'v', 'ver'],
  examples: { valid: ['2021-03-03', '03/03/2021', '3.3.2021'], invalid: ['2.1.1', '32/13/2021', '12:30'] },
};

/** Calendar dates with a month's name. */
export const namedDate: Recognizer = {
  id: 'date-named',
  types: ['DATE'],
  title: 'Calendar date with the name of the month',
  source: SOURCE,
  check: 'a day of the month',
  score: 0.6,
  patterns: [],
  scan: (text) => scored(text, scanNamedDates(text)),
  triggers: { words: MONTH_WORDS, before: 16, after: 24, withDigit: true },
  context: {},
  examples: {
    valid: ['3 March 2021', '3. März 2021', '3 de marzo de 2021', 'March 3rd, 2021', '14 juillet 1982'],
    invalid: ['68th', 'may', 'March of the penguins'],
  },
};
