import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Vietnamese tax number. Source: Circular 105/2020/TT-BTC, mã số thuế; weights 31 29 23 19 17 13 7 5 3. Check:
 * weighted mod 11.
 */
export const vnTaxNumber = patternRecognizer({
  id: 'vn.tax-number',
  type: 'VN_TAX_NUMBER',
  country: 'VN',
  title: 'Vietnamese tax number',
  source: 'Circular 105/2020/TT-BTC, mã số thuế; weights 31 29 23 19 17 13 7 5 3',
  check: 'weighted mod 11',
  patterns: [
    { name: 'with branch', regex: /\d{10}-\d{3}/, validScore: 0.5 },
    { name: 'ten digits', regex: /\d{10}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isVnTaxNumber),
  context: { vi: ['mã số thuế', 'mst', 'mst cá nhân'], en: ['mst', 'vietnamese tax number', 'tax code', 'tax number'] },
  examples: { valid: ['0100233488', '0314409058-002', '0704792432'], invalid: ['0100233489'] },
});

function isVnTaxNumber(value: string): boolean {
  const digits = compact(value);
  return (
    digits.slice(2, 9) !== '0000000' &&
    10 - (weightedSum(digits.slice(0, 9), [31, 29, 23, 19, 17, 13, 7, 5, 3]) % 11) === Number(digits[9])
  );
}
