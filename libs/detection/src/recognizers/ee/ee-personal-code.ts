import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { isShortDate } from '../calendar.js';
import { balticCheckDigit } from '../shared-checks.js';

/**
 * Estonian personal code. Source: Population Register Act, isikukood, EVS 585; weights as in python-stdnum (ee.ik).
 * Check: two-pass weighted mod 11 and birth date.
 */
export const eePersonalCode = patternRecognizer({
  id: 'ee.personal-code',
  type: 'EE_PERSONAL_CODE',
  country: 'EE',
  title: 'Estonian personal code',
  source: 'Population Register Act, isikukood, EVS 585; weights as in python-stdnum (ee.ik)',
  check: 'two-pass weighted mod 11 and birth date',
  patterns: [{ name: 'eleven digits', regex: /[1-8]\d{10}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isEePersonalCode),
  context: {
    et: ['isikukood', 'isikukoodi'],
    en: ['estonian personal code', 'personal code', 'personal identification code', 'id code', 'national id'],
  },
  requiresContext: true,
  examples: { valid: ['37605030299', '46911266088'], invalid: ['37613030299'] },
});

function isEePersonalCode(value: string): boolean {
  const digits = compact(value);
  return isShortDate(digits.slice(1, 7), 'ymd') && balticCheckDigit(digits) === Number(digits[10]);
}
