import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Australian Medicare number. Source: Services Australia, Medicare card number; weights 1 3 7 9. Check: weighted mod
 * 10.
 */
export const auMedicare = patternRecognizer({
  id: 'au.medicare',
  type: 'AU_MEDICARE',
  country: 'AU',
  title: 'Australian Medicare number',
  source: 'Services Australia, Medicare card number; weights 1 3 7 9',
  check: 'weighted mod 10',
  patterns: [
    { name: 'grouped', regex: /[2-6]\d{3}[ -]\d{5}[ -]\d(?:[ /-]?\d)?/, validScore: 0.5 },
    { name: 'ten or eleven digits', regex: /[2-6]\d{9}\d?/, validScore: 0.33 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isAuMedicare),
  context: { en: ['medicare', 'medicare number', 'medicare card', 'medicare no'] },
  examples: { valid: ['2123 45670 1', '2335 50552 1', '3095206141'], invalid: ['2123 45671 1'] },
});

function isAuMedicare(value: string): boolean {
  const digits = compact(value);
  return weightedSum(digits.slice(0, 8), [1, 3, 7, 9]) % 10 === Number(digits[8]);
}
