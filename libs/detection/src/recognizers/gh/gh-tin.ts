import { checked, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Ghanaian taxpayer number. Source: GRA, TIN: P, C, G, Q or V and ten characters; weights 1 to 9. Check: weighted
 * mod 11.
 */
export const ghTin = patternRecognizer({
  id: 'gh.tin',
  type: 'GH_TIN',
  country: 'GH',
  title: 'Ghanaian taxpayer number',
  source: 'GRA, TIN: P, C, G, Q or V and ten characters; weights 1 to 9',
  check: 'weighted mod 11',
  patterns: [{ name: 'eleven characters', regex: /[PCGQV]00\d{7}[\dX]/, validScore: 0.5 }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isGhTin),
  context: { en: ['tin', 'ghana tin', 'taxpayer identification number'] },
  examples: { valid: ['C0000803561', 'C0040172716'], invalid: ['C0000803562'] },
});

function isGhTin(value: string): boolean {
  const sum = weightedSum(value.slice(1, 10), [1, 2, 3, 4, 5, 6, 7, 8, 9]) % 11;
  return '0123456789X'[sum] === value[10];
}
