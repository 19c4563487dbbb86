import { compact, patternRecognizer } from '../../recognizer.js';
import { isShortDate } from '../calendar.js';

/**
 * Indonesian population number. Source: Law 24/2013, NIK: region (six digits), DDMMYY with 40 added to the day for
 * women, sequence.
 */
export const idNik = patternRecognizer({
  id: 'id.nik',
  type: 'ID_NIK',
  country: 'ID',
  title: 'Indonesian population number',
  source: 'Law 24/2013, NIK: region (six digits), DDMMYY with 40 added to the day for women, sequence',
  check: 'region and birth date (no check digit)',
  patterns: [
    { name: 'sixteen digits', regex: /[1-9]\d{15}/, score: 0.2 },
    { name: 'grouped', regex: /[1-9]\d{5}[ .]\d{6}[ .]\d{4}/, score: 0.3 },
  ],
  score: 0.2,
  validate: (value) => (isPlausible(value) ? 'unknown' : 'invalid'),
  context: {
    id: ['nik', 'no ktp', 'nomor ktp', 'ktp', 'nomor induk kependudukan', 'no. ktp'],
    en: ['nik', 'indonesian id', 'ktp', 'national id'],
  },
  examples: { valid: ['3171011708450001', '3171010707530042', '317101.170897.0044'], invalid: ['3171013113450001'] },
});

/** Parts in their ranges; there is no check digit to pass. */
function isPlausible(value: string): boolean {
  const digits = compact(value);
  const day = Number(digits.slice(6, 8));
  const date = String(day > 40 ? day - 40 : day).padStart(2, '0') + digits.slice(8, 12);
  return (
    /^(?:1[1-9]|21|3[1-6]|5[1-3]|6[1-5]|7[1-6]|8[12]|9[1-7])/.test(digits) &&
    isShortDate(date, 'dmy') &&
    !digits.endsWith('0000')
  );
}
