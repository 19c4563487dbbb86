import { compact, patternRecognizer } from '../../recognizer.js';
import { isShortDate } from '../calendar.js';

/**
 * UK driving licence number. Source: DVLA, driver number: five characters of the surname, decade, month (50 added
 * for women), day, year, initials, three characters.
 */
export const gbDrivingLicence = patternRecognizer({
  id: 'gb.driving-licence',
  type: 'GB_DRIVING_LICENCE',
  country: 'GB',
  title: 'UK driving licence number',
  source:
    'DVLA, driver number: five characters of the surname, decade, month (50 added for women), day, year, initials, three characters',
  check: 'birth date (the check digit is not published)',
  patterns: [
    { name: 'sixteen characters', regex: /[A-Z][A-Z9]{4}\d{6}[A-Z][A-Z9]\d[A-Z]{2}/i, score: 0.8 },
    { name: 'with issue number', regex: /[A-Z][A-Z9]{4}\d{6}[A-Z][A-Z9]\d[A-Z]{2} ?\d{2}/i, score: 0.85 },
    { name: 'spaced', regex: /[A-Z][A-Z9]{4} \d{6} [A-Z][A-Z9]\d[A-Z]{2}/i, score: 0.85 },
  ],
  score: 0.6,
  validate: (value) => (isPlausible(value) ? 'unknown' : 'invalid'),
  context: { en: ['driving licence', 'driver number', 'driving license', 'licence number', 'driver licence', 'dvla'] },
  examples: { valid: ['MORGA657054SM9IJ', 'MORGA708108SM9HJ', 'MORGA 802170 SM9GF'], invalid: ['MORGA613054SM9IJ'] },
});

/** Parts in their ranges; there is no check digit to pass. */
function isPlausible(value: string): boolean {
  const digits = compact(value).slice(5, 11);
  const month = Number(digits.slice(1, 3)) % 50;
  return isShortDate(digits[0]! + digits[5]! + String(month).padStart(2, '0') + digits.slice(3, 5), 'ymd');
}
