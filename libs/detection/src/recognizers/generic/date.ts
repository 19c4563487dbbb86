import type { Recognizer } from '../../recognizer.js';
import { scanDates } from './date-scan.js';

const CLOCK = /^T\d{2}:/;

/** Calendar dates. The time stamps of logs (`2026-02-09T22:50:00Z`) are of machines, not of people. */
export const date: Recognizer = {
  id: 'date',
  types: ['DATE'],
  title: 'Calendar date',
  source: 'ISO 8601-1 §5.2.2; CLDR 46 month names and date formats; 45 CFR 164.514(b)(2)(i)(C)',
  check: 'a day of the calendar',
  score: 0.55,
  patterns: [],
  scan: function* (text) {
    for (const found of scanDates(text)) {
      if (CLOCK.test(text.slice(found.end, found.end + 4))) continue;
      yield { ...found, score: found.complete ? 0.6 : 0.52, validation: 'unknown' };
    }
  },
  context: {},
  examples: {
    valid: ['3 March 2021', '2021-03-03', '03/03/2021', '3. März 2021', '3 de marzo de 2021', 'March 3rd, 2021'],
    invalid: ['68th', '2.1.1', 'may', '32/13/2021'],
  },
};
