import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { isShortDate } from '../calendar.js';
import { weightedSum } from '../check-digits.js';

/**
 * Kuwaiti civil number. Source: PACI, civil ID; weights 2 1 6 3 7 9 10 5 8 4 2. Check: weighted mod 11 and birth
 * date.
 */
export const kwCivilId = patternRecognizer({
  id: 'kw.civil-id',
  type: 'KW_CIVIL_ID',
  country: 'KW',
  title: 'Kuwaiti civil number',
  source: 'PACI, civil ID; weights 2 1 6 3 7 9 10 5 8 4 2',
  check: 'weighted mod 11 and birth date',
  patterns: [{ name: 'twelve digits', regex: /[1-3]\d{11}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isKwCivilId),
  context: { ar: ['الرقم المدني', 'البطاقة المدنية'], en: ['civil id', 'civil number', 'kuwaiti civil id'] },
  requiresContext: true,
  examples: { valid: ['296011158204'], invalid: ['285133100123'] },
});

function isKwCivilId(value: string): boolean {
  const digits = compact(value);
  return (
    isShortDate(digits.slice(1, 7), 'ymd') &&
    11 - (weightedSum(digits.slice(0, 11), [2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11) === Number(digits[11])
  );
}
