import { compact, patternRecognizer, type Validation } from '../../recognizer.js';
import { isShortDate } from '../calendar.js';
import { weightedSum } from '../check-digits.js';

/**
 * Latvian personal code. Source: Fizisko personu reģistra likums, personas kods; weights as in python-stdnum
 * (lv.pvn). Check: weighted mod 11 and birth date; codes since July 2017 begin with 32 and carry neither.
 */
export const lvPersonalCode = patternRecognizer({
  id: 'lv.personal-code',
  type: 'LV_PERSONAL_CODE',
  country: 'LV',
  title: 'Latvian personal code',
  source: 'Fizisko personu reģistra likums, personas kods; weights as in python-stdnum (lv.pvn)',
  check: 'weighted mod 11 and birth date; codes since July 2017 begin with 32 and carry neither',
  patterns: [
    { name: 'hyphen', regex: /\d{6}-\d{5}/, score: 0.2, validScore: 0.55 },
    { name: 'eleven digits', regex: /\d{11}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: validateLvPersonalCode,
  context: {
    lv: ['personas kods', 'p.k.', 'personas kodu'],
    en: ['latvian personal code', 'personal code', 'national id'],
  },
  examples: { valid: ['161175-19997', '320123-45678', '060288-18427', '15088713146'], invalid: ['161375-19997'] },
});

function validateLvPersonalCode(value: string): Validation {
  const digits = compact(value);
  if (digits.startsWith('32')) return 'unknown';
  if (!isShortDate(digits.slice(0, 6), 'dmy') || digits[6]! > '2') return 'invalid';
  return ((1 + weightedSum(digits.slice(0, 10), [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10 === Number(digits[10])
    ? 'valid'
    : 'invalid';
}
