import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Paraguayan tax and identity number. Source: SET, Registro Único de Contribuyentes; weights 2 upward from the
 * right. Check: weighted mod 11.
 */
export const pyRuc = patternRecognizer({
  id: 'py.ruc',
  type: 'PY_RUC',
  country: 'PY',
  title: 'Paraguayan tax and identity number',
  source: 'SET, Registro Único de Contribuyentes; weights 2 upward from the right',
  check: 'weighted mod 11',
  patterns: [
    { name: 'hyphen', regex: /\d{5,8}-\d/, validScore: 0.4 },
    { name: 'dotted', regex: /\d{1,2}\.\d{3}\.\d{3}-\d/, validScore: 0.6 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isPyRuc),
  context: {
    es: ['ruc', 'r.u.c.', 'registro único de contribuyentes', 'ci', 'cédula'],
    en: ['ruc', 'paraguayan tax number', 'tax number'],
  },
  examples: { valid: ['80028061-0', '80894083-0'], invalid: ['80033942-9'] },
});

function isPyRuc(value: string): boolean {
  const digits = compact(value);
  const sum = weightedSum([...digits.slice(0, -1)].reverse().join(''), [2, 3, 4, 5, 6, 7, 8, 9]);
  return ((11 - (sum % 11)) % 11) % 10 === Number(digits.at(-1));
}
