import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { isShortDate } from '../calendar.js';
import { balticCheckDigit } from '../shared-checks.js';

/**
 * Lithuanian personal code. Source: Population Register Law, asmens kodas; weights as in python-stdnum (lt.asmens).
 * Check: two-pass weighted mod 11 and birth date.
 */
export const ltPersonalCode = patternRecognizer({
  id: 'lt.personal-code',
  type: 'LT_PERSONAL_CODE',
  country: 'LT',
  title: 'Lithuanian personal code',
  source: 'Population Register Law, asmens kodas; weights as in python-stdnum (lt.asmens)',
  check: 'two-pass weighted mod 11 and birth date',
  patterns: [{ name: 'eleven digits', regex: /[3-6]\d{10}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isLtPersonalCode),
  context: {
    lt: ['asmens kodas', 'a.k.', 'asmens kodą', 'asmens kodo'],
    en: ['lithuanian personal code', 'personal code', 'personal identification code', 'national id'],
  },
  requiresContext: true,
  examples: { valid: ['33309240064', '35109272366'], invalid: ['48308317172'] },
});

function isLtPersonalCode(value: string): boolean {
  const digits = compact(value);
  return isShortDate(digits.slice(1, 7), 'ymd') && balticCheckDigit(digits) === Number(digits[10]);
}
