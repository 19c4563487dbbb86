import { compact, patternRecognizer, type Validation } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Peruvian identity number. Source: RENIEC, Documento Nacional de Identidad, código único with check character;
 * weights 3 2 7 6 5 4 3 2. Check: weighted mod 11 when the check character is given.
 */
export const peDni = patternRecognizer({
  id: 'pe.dni',
  type: 'PE_DNI',
  country: 'PE',
  title: 'Peruvian identity number',
  source: 'RENIEC, Documento Nacional de Identidad, código único with check character; weights 3 2 7 6 5 4 3 2',
  check: 'weighted mod 11 when the check character is given',
  patterns: [
    { name: 'with check character', regex: /\d{8}[- ][\dA-K]/, score: 0.2, validScore: 0.45 },
    { name: 'eight digits', regex: /\d{8}/, score: 0.15 },
  ],
  score: 0.2,
  validate: validatePeDni,
  context: {
    es: ['dni', 'documento nacional de identidad', 'documento de identidad', 'cui'],
    en: ['peruvian id', 'dni', 'national id'],
  },
  requiresContext: true,
  examples: { valid: ['10117410-2', '10117410', '40001973-3'], invalid: ['10117410-3'] },
});

function validatePeDni(value: string): Validation {
  const characters = compact(value);
  if (characters.length === 8) return 'unknown';
  const rest = weightedSum(characters.slice(0, 8), [3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return characters[8] === '65432110987'[rest] || characters[8] === 'KJIHGFEDCBA'[rest] ? 'valid' : 'invalid';
}
