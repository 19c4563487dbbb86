import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { isRepeatedDigit, weightedSum } from '../check-digits.js';

/**
 * Iranian national code. Source: Civil Registration Organization, کد ملی; weights 10 to 2. Check: weighted mod 11.
 */
export const irNationalCode = patternRecognizer({
  id: 'ir.national-code',
  type: 'IR_NATIONAL_CODE',
  country: 'IR',
  title: 'Iranian national code',
  source: 'Civil Registration Organization, کد ملی; weights 10 to 2',
  check: 'weighted mod 11',
  patterns: [
    { name: 'hyphens', regex: /\d{3}-\d{6}-\d/, validScore: 0.6 },
    { name: 'ten digits', regex: /\d{10}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isIrNationalCode),
  context: {
    fa: ['کد ملی', 'کدملی', 'شماره ملی'],
    en: ['iranian national code', 'melli code', 'kod melli', 'national code'],
  },
  examples: { valid: ['0013542419', '0019492111', '008-978972-5'], invalid: ['0013542418'] },
});

function isIrNationalCode(value: string): boolean {
  const digits = compact(value);
  const rest = weightedSum(digits.slice(0, 9), [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11;
  return !isRepeatedDigit(digits) && (rest < 2 ? rest : 11 - rest) === Number(digits[9]);
}
