import { compact, patternRecognizer } from '../../recognizer.js';
import { isShortDate } from '../calendar.js';

/**
 * Egyptian national identity number. Source: Civil Status Law 143/1994: century, YYMMDD, governorate, sequence,
 * check digit.
 */
export const egNationalId = patternRecognizer({
  id: 'eg.national-id',
  type: 'EG_NATIONAL_ID',
  country: 'EG',
  title: 'Egyptian national identity number',
  source: 'Civil Status Law 143/1994: century, YYMMDD, governorate, sequence, check digit',
  check: 'birth date and governorate (the check digit is not published)',
  patterns: [{ name: 'fourteen digits', regex: /[23]\d{13}/, score: 0.25 }],
  score: 0.2,
  validate: (value) => (isPlausible(value) ? 'unknown' : 'invalid'),
  context: {
    ar: ['الرقم القومي', 'رقم قومي', 'بطاقة الرقم القومي'],
    en: ['egyptian national id', 'egyptian id', 'national id'],
  },
  requiresContext: true,
  examples: { valid: ['28504120112345', '26104070248919'], invalid: ['28513120112345'] },
});

/** Parts in their ranges; there is no check digit to pass. */
function isPlausible(value: string): boolean {
  const digits = compact(value);
  const governorate = Number(digits.slice(7, 9));
  return isShortDate(digits.slice(1, 7), 'ymd') && ((governorate >= 1 && governorate <= 35) || governorate === 88);
}
