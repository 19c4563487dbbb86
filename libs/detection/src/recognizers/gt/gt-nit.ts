import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Guatemalan tax number. Source: SAT, NIT; weights 2 upward from the right. Check: weighted mod 11 (K).
 */
export const gtNit = patternRecognizer({
  id: 'gt.nit',
  type: 'GT_NIT',
  country: 'GT',
  title: 'Guatemalan tax number',
  source: 'SAT, NIT; weights 2 upward from the right',
  check: 'weighted mod 11 (K)',
  patterns: [
    { name: 'hyphen', regex: /\d{6,8}-[\dK]/, validScore: 0.42 },
    { name: 'plain', regex: /\d{6,8}[\dK]/, validScore: 0.3 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isGtNit),
  context: {
    es: ['nit', 'n.i.t.', 'número de identificación tributaria'],
    en: ['nit', 'guatemalan tax number', 'tax number'],
  },
  examples: { valid: ['576937-K', '8242178-1', '61296171'], invalid: ['4271631-5'] },
});

function isGtNit(value: string): boolean {
  const characters = compact(value);
  const sum = weightedSum([...characters.slice(0, -1)].reverse().join(''), [2, 3, 4, 5, 6, 7, 8, 9, 10]);
  return '0123456789K'[(11 - (sum % 11)) % 11] === characters.at(-1);
}
