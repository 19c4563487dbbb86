import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Polish tax number. Source: Ustawa o zasadach ewidencji i identyfikacji podatników, NIP; weights 6 5 7 2 3 4 5 6 7.
 * Check: weighted mod 11.
 */
export const plNip = patternRecognizer({
  id: 'pl.nip',
  type: 'PL_NIP',
  country: 'PL',
  title: 'Polish tax number',
  source: 'Ustawa o zasadach ewidencji i identyfikacji podatników, NIP; weights 6 5 7 2 3 4 5 6 7',
  check: 'weighted mod 11',
  patterns: [
    { name: 'hyphens', regex: /\d{3}-\d{3}-\d{2}-\d{2}|\d{3}-\d{2}-\d{2}-\d{3}/, validScore: 0.55 },
    { name: 'prefixed', regex: /PL ?\d{10}/, validScore: 0.6 },
    { name: 'ten digits', regex: /\d{10}|\d{3} \d{3} \d{2} \d{2}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isPlNip),
  context: {
    pl: ['nip', 'numer nip', 'nr nip'],
    en: ['nip', 'polish tax number', 'tax number', 'vat', 'vat number', 'tin'],
  },
  examples: { valid: ['PL 8567346215', '246-718-56-89', '1229478102', 'PL1798456704'], invalid: ['444-976-22-40'] },
});

function isPlNip(value: string): boolean {
  const digits = compact(value).replace(/^PL/, '');
  return weightedSum(digits.slice(0, 9), [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(digits[9]);
}
