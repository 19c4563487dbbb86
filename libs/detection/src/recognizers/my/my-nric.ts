import { compact, patternRecognizer } from '../../recognizer.js';
import { isShortDate } from '../calendar.js';

/**
 * Malaysian identity card number. Source: JPN, MyKad: YYMMDD, place of birth, four digits.
 */
export const myNric = patternRecognizer({
  id: 'my.nric',
  type: 'MY_NRIC',
  country: 'MY',
  title: 'Malaysian identity card number',
  source: 'JPN, MyKad: YYMMDD, place of birth, four digits',
  check: 'birth date and place (no check digit)',
  patterns: [
    { name: 'hyphens', regex: /\d{6}-\d{2}-\d{4}/, score: 0.6 },
    { name: 'twelve digits', regex: /\d{12}/, score: 0.12 },
  ],
  score: 0.2,
  validate: (value) => (isPlausible(value) ? 'unknown' : 'invalid'),
  context: {
    ms: ['kad pengenalan', 'no kp', 'mykad', 'no. kp', 'nombor kad pengenalan'],
    en: ['nric', 'mykad', 'malaysian id', 'ic number', 'identity card', 'ic no'],
  },
  examples: { valid: ['770305-02-1234', '971014-07-2695', '720303080363'], invalid: ['771305-02-1234'] },
});

/** Parts in their ranges; there is no check digit to pass. */
function isPlausible(value: string): boolean {
  const digits = compact(value);
  const place = Number(digits.slice(6, 8));
  return (
    isShortDate(digits.slice(0, 6), 'ymd') &&
    place > 0 &&
    ![17, 18, 19, 20, 69, 70, 73, 80, 81, 94, 95, 96, 97].includes(place)
  );
}
