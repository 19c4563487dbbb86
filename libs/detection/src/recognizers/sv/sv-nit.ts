import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Salvadoran tax number. Source: Ministerio de Hacienda, NIT: municipality, birth date, sequence; two weightings, by
 * sequence to and over 100, as in python-stdnum (sv.nit). Check: weighted mod 11.
 */
export const svNit = patternRecognizer({
  id: 'sv.nit',
  type: 'SV_NIT',
  country: 'SV',
  title: 'Salvadoran tax number',
  source:
    'Ministerio de Hacienda, NIT: municipality, birth date, sequence; two weightings, by sequence to and over 100, as in python-stdnum (sv.nit)',
  check: 'weighted mod 11',
  patterns: [
    { name: 'hyphens', regex: /\d{4}-\d{6}-\d{3}-\d/, validScore: 0.7 },
    { name: 'fourteen digits', regex: /\d{14}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isSvNit),
  context: {
    es: ['nit', 'n.i.t.', 'número de identificación tributaria'],
    en: ['nit', 'salvadoran tax number', 'tax number'],
  },
  examples: { valid: ['0614-050707-104-8', '0614-150970-902-0', '06141406795025'], invalid: ['0614-301154-808-1'] },
});

function isSvNit(value: string): boolean {
  const digits = compact(value);
  const early = digits.slice(10, 13) <= '100';
  const weights = early ? [14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2] : [2, 7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2];
  const rest = weightedSum(digits.slice(0, 13), weights) % 11;
  return '019'.includes(digits[0]!) && (early ? rest : (11 - rest) % 11) % 10 === Number(digits[13]);
}
