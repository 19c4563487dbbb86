import { patternRecognizer } from '../../recognizer.js';

/**
 * Ugandan national identification number. Source: NIRA, NIN: C, sex letter, birth year, nine letters and digits.
 */
export const ugNin = patternRecognizer({
  id: 'ug.nin',
  type: 'UG_NIN',
  country: 'UG',
  title: 'Ugandan national identification number',
  source: 'NIRA, NIN: C, sex letter, birth year, nine letters and digits',
  check: 'none: shape',
  patterns: [{ name: 'fourteen characters', regex: /C[MF]\d{2}[0-9A-Z]{10}/, score: 0.45 }],
  score: 0.4,
  validate: (value) => (isPlausible(value) ? 'unknown' : 'invalid'),
  context: { en: ['nin', 'national identification number', 'nira', 'ugandan nin'] },
  examples: { valid: ['CM85012345ABC7', 'CM64274023AFF6'], invalid: ['CXAB012345ABC7'] },
});

/** Parts in their ranges; there is no check digit to pass. */
function isPlausible(value: string): boolean {
  return (value.slice(4).match(/\d/g) ?? []).length >= 3;
}
