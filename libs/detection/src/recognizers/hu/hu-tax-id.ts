import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Hungarian tax number of a person. Source: Act XX of 1996, adóazonosító jel: 8, days since 1867, weights 1 to 9.
 * Check: weighted mod 11.
 */
export const huTaxId = patternRecognizer({
  id: 'hu.tax-id',
  type: 'HU_TAX_ID',
  country: 'HU',
  title: 'Hungarian tax number of a person',
  source: 'Act XX of 1996, adóazonosító jel: 8, days since 1867, weights 1 to 9',
  check: 'weighted mod 11',
  patterns: [{ name: 'ten digits', regex: /8\d{9}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isHuTaxId),
  context: {
    hu: ['adóazonosító', 'adóazonosító jel', 'adóazonosító jele', 'adóazonosítója'],
    en: ['hungarian tax id', 'tax id', 'tax number', 'tax identification number'],
  },
  requiresContext: true,
  examples: { valid: ['8071592153', '8523261230'], invalid: ['8528746985'] },
});

function isHuTaxId(value: string): boolean {
  const digits = compact(value);
  return weightedSum(digits.slice(0, 9), [1, 2, 3, 4, 5, 6, 7, 8, 9]) % 11 === Number(digits[9]);
}
