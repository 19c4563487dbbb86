import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Australian tax file number. Source: ATO, Tax File Number; weights 1 4 3 7 5 8 6 9 10. Check: weighted mod 11.
 */
export const auTfn = patternRecognizer({
  id: 'au.tfn',
  type: 'AU_TFN',
  country: 'AU',
  title: 'Australian tax file number',
  source: 'ATO, Tax File Number; weights 1 4 3 7 5 8 6 9 10',
  check: 'weighted mod 11',
  patterns: [{ name: 'nine digits', regex: /\d{3}[ -]?\d{3}[ -]?\d{3}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isAuTfn),
  context: { en: ['tfn', 'tax file number', 'tax file no', 'australian tax file number'] },
  requiresContext: true,
  examples: { valid: ['123 456 782', '179 860 105', '562100400'], invalid: ['123 456 783'] },
});

function isAuTfn(value: string): boolean {
  return weightedSum(compact(value), [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0;
}
