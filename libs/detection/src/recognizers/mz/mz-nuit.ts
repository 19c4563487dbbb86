import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Mozambican tax number. Source: Autoridade Tributária, NUIT: nine digits; weights 8 9 4 5 6 7 8 9. Check: weighted
 * mod 11.
 */
export const mzNuit = patternRecognizer({
  id: 'mz.nuit',
  type: 'MZ_NUIT',
  country: 'MZ',
  title: 'Mozambican tax number',
  source: 'Autoridade Tributária, NUIT: nine digits; weights 8 9 4 5 6 7 8 9',
  check: 'weighted mod 11',
  patterns: [{ name: 'nine digits', regex: /\d{3} ?\d{3} ?\d{3}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isMzNuit),
  context: { pt: ['nuit', 'número único de identificação tributária'], en: ['nuit', 'mozambican tax number'] },
  requiresContext: true,
  examples: { valid: ['400339910', '100 251 353', '400977682'], invalid: ['400 756 962'] },
});

function isMzNuit(value: string): boolean {
  const digits = compact(value);
  return '01234567891'[weightedSum(digits.slice(0, 8), [8, 9, 4, 5, 6, 7, 8, 9]) % 11] === digits[8];
}
