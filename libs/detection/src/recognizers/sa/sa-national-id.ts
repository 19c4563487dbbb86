import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { luhn } from '../check-digits.js';

/**
 * Saudi identity or residence number. Source: Absher, رقم الهوية / الإقامة: 1 for citizens, 2 for residents; ISO/IEC
 * 7812. Check: Luhn.
 */
export const saNationalId = patternRecognizer({
  id: 'sa.national-id',
  type: 'SA_NATIONAL_ID',
  country: 'SA',
  title: 'Saudi identity or residence number',
  source: 'Absher, رقم الهوية / الإقامة: 1 for citizens, 2 for residents; ISO/IEC 7812',
  check: 'Luhn',
  patterns: [{ name: 'ten digits', regex: /[12]\d{9}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isSaNationalId),
  context: {
    ar: ['رقم الهوية', 'الهوية الوطنية', 'رقم الإقامة', 'الإقامة', 'الاقامة'],
    en: ['saudi id', 'iqama', 'national id', 'iqama number', 'saudi national id'],
  },
  requiresContext: true,
  examples: { valid: ['2514424650'], invalid: ['1748025060'] },
});

function isSaNationalId(value: string): boolean {
  return luhn(compact(value));
}
