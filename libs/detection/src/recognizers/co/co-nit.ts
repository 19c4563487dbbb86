import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Colombian tax number. Source: DIAN, NIT; prime weights 3 7 13 17 19 23 29 37 41. Check: weighted mod 11.
 */
export const coNit = patternRecognizer({
  id: 'co.nit',
  type: 'CO_NIT',
  country: 'CO',
  title: 'Colombian tax number',
  source: 'DIAN, NIT; prime weights 3 7 13 17 19 23 29 37 41',
  check: 'weighted mod 11',
  patterns: [
    { name: 'dotted', regex: /\d{3}\.\d{3}\.\d{3}-\d/, validScore: 0.65 },
    { name: 'hyphen', regex: /\d{8,10}-\d/, validScore: 0.42 },
    { name: 'plain', regex: /\d{9,10}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isCoNit),
  context: {
    es: ['nit', 'n.i.t.', 'número de identificación tributaria'],
    en: ['nit', 'colombian tax number', 'tax number'],
  },
  examples: { valid: ['213.123.432-1', '987.015.424-6', '911947406-6', '9297828483'], invalid: ['995.145.489-1'] },
});

function isCoNit(value: string): boolean {
  const digits = compact(value);
  const sum = weightedSum([...digits.slice(0, -1)].reverse().join(''), [3, 7, 13, 17, 19, 23, 29, 37, 41, 43]);
  return '01987654321'[sum % 11] === digits.at(-1);
}
