import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Australian business number. Source: Australian Business Register, ABN; weights 10 1 3 5 7 9 11 13 15 17 19 after
 * subtracting one. Check: weighted mod 89.
 */
export const auAbn = patternRecognizer({
  id: 'au.abn',
  type: 'AU_ABN',
  country: 'AU',
  title: 'Australian business number',
  source: 'Australian Business Register, ABN; weights 10 1 3 5 7 9 11 13 15 17 19 after subtracting one',
  check: 'weighted mod 89',
  patterns: [
    { name: 'grouped', regex: /\d{2} \d{3} \d{3} \d{3}/, validScore: 0.65 },
    { name: 'eleven digits', regex: /\d{11}/, validScore: 0.38 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isAuAbn),
  context: { en: ['abn', 'australian business number', 'business number'] },
  examples: { valid: ['51 824 753 556', '39 648 624 877', '31233870125'], invalid: ['51 824 753 557'] },
});

function isAuAbn(value: string): boolean {
  const digits = compact(value);
  return digits[0] !== '0' && (weightedSum(digits, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0;
}
