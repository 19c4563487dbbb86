import { compact, patternRecognizer } from '../../recognizer.js';
import { isLongDate } from '../calendar.js';

/**
 * Tanzanian national identity number. Source: NIDA Tanzania: YYYYMMDD, area, serial, two digits.
 */
export const tzNida = patternRecognizer({
  id: 'tz.nida',
  type: 'TZ_NIDA',
  country: 'TZ',
  title: 'Tanzanian national identity number',
  source: 'NIDA Tanzania: YYYYMMDD, area, serial, two digits',
  check: 'birth date (no check digit)',
  patterns: [
    { name: 'hyphens', regex: /(?:19|20)\d{6}-\d{5}-\d{5}-\d{2}/, score: 0.85 },
    { name: 'twenty digits', regex: /(?:19|20)\d{18}/, score: 0.3 },
  ],
  score: 0.2,
  validate: (value) => (isPlausible(value) ? 'unknown' : 'invalid'),
  context: {
    sw: ['nida', 'namba ya nida', 'kitambulisho cha taifa'],
    en: ['nida', 'nida number', 'tanzanian id', 'national id'],
  },
  examples: {
    valid: ['19850412-11101-00012-34', '19620930-69069-49798-52', '19511008709987430328'],
    invalid: ['19851312-11101-00012-34'],
  },
});

/** Parts in their ranges; there is no check digit to pass. */
function isPlausible(value: string): boolean {
  return isLongDate(compact(value).slice(0, 8));
}
