import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Bulgarian company and VAT number. Source: BULSTAT Register Act, ЕИК; weights as in python-stdnum (bg.vat). Check:
 * two-pass weighted mod 11.
 */
export const bgVat = patternRecognizer({
  id: 'bg.vat',
  type: 'BG_VAT',
  country: 'BG',
  title: 'Bulgarian company and VAT number',
  source: 'BULSTAT Register Act, ЕИК; weights as in python-stdnum (bg.vat)',
  check: 'two-pass weighted mod 11',
  patterns: [
    { name: 'prefixed', regex: /BG ?\d{9}/, validScore: 0.6 },
    { name: 'nine digits', regex: /\d{9}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isBgVat),
  context: {
    bg: ['еик', 'булстат', 'ддс номер', 'идентификационен номер'],
    en: ['eik', 'bulstat', 'vat', 'vat number', 'uic'],
  },
  examples: { valid: ['BG175074752', 'BG239243958', '285757573'], invalid: ['BG251896054'] },
});

function isBgVat(value: string): boolean {
  const digits = compact(value).replace(/^BG/, '');
  const first = weightedSum(digits.slice(0, 8), [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
  const check = first < 10 ? first : (weightedSum(digits.slice(0, 8), [3, 4, 5, 6, 7, 8, 9, 10]) % 11) % 10;
  return check === Number(digits[8]);
}
