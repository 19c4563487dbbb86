import { patternRecognizer } from '../../recognizer.js';

/**
 * Costa Rican identity number. Source: TSE, cédula de identidad: province, volume, entry.
 */
export const crCedula = patternRecognizer({
  id: 'cr.cedula',
  type: 'CR_CEDULA',
  country: 'CR',
  title: 'Costa Rican identity number',
  source: 'TSE, cédula de identidad: province, volume, entry',
  check: 'none: shape and context',
  patterns: [
    { name: 'hyphens', regex: /0?[1-9]-\d{3,4}-\d{4}/, score: 0.35 },
    { name: 'digits', regex: /0?[1-9]\d{8}/, score: 0.12 },
  ],
  score: 0.2,
  context: {
    es: ['cédula', 'cédula de identidad', 'cédula física', 'identificación'],
    en: ['costa rican id', 'cedula', 'national id'],
  },
  requiresContext: true,
  examples: { valid: ['1-0913-0259', '3-0530-0595', '606180911'], invalid: [] },
});
