import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Slovenian tax number. Source: Zakon o davčnem postopku, davčna številka; weights 8 to 2. Check: weighted mod 11.
 */
export const siTaxNumber = patternRecognizer({
  id: 'si.tax-number',
  type: 'SI_TAX_NUMBER',
  country: 'SI',
  title: 'Slovenian tax number',
  source: 'Zakon o davčnem postopku, davčna številka; weights 8 to 2',
  check: 'weighted mod 11',
  patterns: [
    { name: 'VAT number', regex: /SI ?\d{8}/, validScore: 0.6 },
    { name: 'eight digits', regex: /\d{8}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isSiTaxNumber),
  context: {
    sl: ['davčna številka', 'davčna', 'id za ddv', 'ddv'],
    en: ['slovenian tax number', 'tax number', 'vat', 'vat number', 'tin'],
  },
  examples: { valid: ['SI50223054', '61358711', 'SI73211435'], invalid: ['68717921'] },
});

function isSiTaxNumber(value: string): boolean {
  const digits = compact(value).replace(/^SI/, '');
  const check = 11 - (weightedSum(digits.slice(0, 7), [8, 7, 6, 5, 4, 3, 2]) % 11);
  return digits[0] !== '0' && check !== 11 && check % 10 === Number(digits[7]);
}
