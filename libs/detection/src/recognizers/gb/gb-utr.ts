import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * UK unique taxpayer reference. Source: HMRC, UTR; weights as in python-stdnum (gb.utr). Check: weighted mod 11.
 */
export const gbUtr = patternRecognizer({
  id: 'gb.utr',
  type: 'GB_UTR',
  country: 'GB',
  title: 'UK unique taxpayer reference',
  source: 'HMRC, UTR; weights as in python-stdnum (gb.utr)',
  check: 'weighted mod 11',
  patterns: [{ name: 'ten digits', regex: /\d{5} ?\d{5}K?/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isGbUtr),
  context: {
    en: [
      'utr',
      'unique taxpayer reference',
      'taxpayer reference',
      'tax reference',
      'self assessment',
      'corporation tax',
      'hmrc',
    ],
  },
  requiresContext: true,
  examples: { valid: ['1955839661', '1671012771', '18536 19588'], invalid: ['2397174679'] },
});

function isGbUtr(value: string): boolean {
  const digits = compact(value).replace('K', '');
  return '21987654321'[weightedSum(digits.slice(1), [6, 7, 8, 9, 10, 5, 4, 3, 2]) % 11] === digits[0];
}
