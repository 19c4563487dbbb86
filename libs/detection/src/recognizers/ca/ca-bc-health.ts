import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * British Columbia personal health number. Source: Province of British Columbia, PHN; weights 2 4 8 5 10 9 7 3 as in
 * python-stdnum (ca.bc_phn). Check: weighted mod 11.
 */
export const caBcHealth = patternRecognizer({
  id: 'ca.bc-health',
  type: 'CA_BC_HEALTH',
  country: 'CA',
  title: 'British Columbia personal health number',
  source: 'Province of British Columbia, PHN; weights 2 4 8 5 10 9 7 3 as in python-stdnum (ca.bc_phn)',
  check: 'weighted mod 11',
  patterns: [
    { name: 'spaced', regex: /9\d{3}[ -]\d{3}[ -]\d{3}/, validScore: 0.45 },
    { name: 'ten digits', regex: /9\d{9}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isCaBcHealth),
  context: {
    en: ['phn', 'personal health number', 'health number', 'msp', 'care card', 'carecard', 'bc services card'],
  },
  examples: { valid: ['9698 658 215', '9969 500 075', '9806130817'], invalid: ['9415 521 843'] },
});

function isCaBcHealth(value: string): boolean {
  const digits = compact(value);
  return (11 - (weightedSum(digits.slice(1, 9), [2, 4, 8, 5, 10, 9, 7, 3]) % 11)) % 11 === Number(digits[9]);
}
