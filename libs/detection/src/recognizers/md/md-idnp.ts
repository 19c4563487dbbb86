import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Moldovan personal code. Source: Law 1549/2002, IDNP / IDNO; weights 7 3 1. Check: weighted mod 10.
 */
export const mdIdnp = patternRecognizer({
  id: 'md.idnp',
  type: 'MD_IDNP',
  country: 'MD',
  title: 'Moldovan personal code',
  source: 'Law 1549/2002, IDNP / IDNO; weights 7 3 1',
  check: 'weighted mod 10',
  patterns: [{ name: 'thirteen digits', regex: /[0-2]\d{12}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isMdIdnp),
  context: {
    ro: ['idnp', 'idno', 'cod personal', 'cod numeric personal'],
    en: ['idnp', 'idno', 'moldovan personal code', 'personal code'],
  },
  requiresContext: true,
  examples: { valid: ['1008600038413', '2009426754524'], invalid: ['2095248816297'] },
});

function isMdIdnp(value: string): boolean {
  const digits = compact(value);
  return weightedSum(digits.slice(0, 12), [7, 3, 1]) % 10 === Number(digits[12]);
}
