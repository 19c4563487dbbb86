import { patternRecognizer } from '../../recognizer.js';
import { isShortDate } from '../calendar.js';

/**
 * Uzbek personal identification number. Source: ПИНФЛ / ЖШШИР: century and sex, DDMMYY, district, sequence, check
 * digit.
 */
export const uzPinfl = patternRecognizer({
  id: 'uz.pinfl',
  type: 'UZ_PINFL',
  country: 'UZ',
  title: 'Uzbek personal identification number',
  source: 'ПИНФЛ / ЖШШИР: century and sex, DDMMYY, district, sequence, check digit',
  check: 'birth date (the check digit is not published)',
  patterns: [{ name: 'fourteen digits', regex: /[3-6]\d{13}/, score: 0.2 }],
  score: 0.2,
  validate: (value) => (isPlausible(value) ? 'unknown' : 'invalid'),
  context: { uz: ['jshshir', 'pinfl', 'жшшир'], ru: ['пинфл'], en: ['pinfl', 'jshshir', 'uzbek pinfl'] },
  requiresContext: true,
  examples: { valid: ['31204851234567', '31307684271510'], invalid: ['31213851234567'] },
});

/** Parts in their ranges; there is no check digit to pass. */
function isPlausible(value: string): boolean {
  return isShortDate(value.slice(1, 7), 'dmy');
}
