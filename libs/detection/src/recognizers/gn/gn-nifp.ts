import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { luhn } from '../check-digits.js';

/**
 * Guinean tax number. Source: DNI Guinée, NIF permanent: nine digits; ISO/IEC 7812. Check: Luhn.
 */
export const gnNifp = patternRecognizer({
  id: 'gn.nifp',
  type: 'GN_NIFP',
  country: 'GN',
  title: 'Guinean tax number',
  source: 'DNI Guinée, NIF permanent: nine digits; ISO/IEC 7812',
  check: 'Luhn',
  patterns: [{ name: 'nine digits', regex: /\d{3}[- ]?\d{3}[- ]?\d{3}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isGnNifp),
  context: { fr: ['nifp', 'nif', 'numéro d’identification fiscale'], en: ['nifp', 'guinean tax number'] },
  requiresContext: true,
  examples: { valid: ['693-770-885', '552-669-921', '495827149'], invalid: ['351-360-822'] },
});

function isGnNifp(value: string): boolean {
  return luhn(compact(value));
}
