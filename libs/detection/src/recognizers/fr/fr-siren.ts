import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { luhn } from '../check-digits.js';

/**
 * French company number (SIREN). Source: INSEE, répertoire SIRENE; ISO/IEC 7812. Check: Luhn.
 */
export const frSiren = patternRecognizer({
  id: 'fr.siren',
  type: 'FR_SIREN',
  country: 'FR',
  title: 'French company number (SIREN)',
  source: 'INSEE, répertoire SIRENE; ISO/IEC 7812',
  check: 'Luhn',
  patterns: [{ name: 'nine digits', regex: /\d{3}[ .]?\d{3}[ .]?\d{3}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isFrSiren),
  context: { fr: ['siren', 'rcs', 'numéro siren', 'r.c.s.'], en: ['siren'] },
  requiresContext: true,
  examples: { valid: ['552 008 443', '854 180 544', '496458977'], invalid: ['632 432 630'] },
});

function isFrSiren(value: string): boolean {
  return luhn(compact(value));
}
