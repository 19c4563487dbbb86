import { patternRecognizer } from '../../recognizer.js';

/**
 * Venezuelan identity number. Source: SAIME, cédula de identidad: V or E and up to eight digits.
 */
export const veCedula = patternRecognizer({
  id: 've.cedula',
  type: 'VE_CEDULA',
  country: 'VE',
  title: 'Venezuelan identity number',
  source: 'SAIME, cédula de identidad: V or E and up to eight digits',
  check: 'none: shape and context',
  patterns: [{ name: 'letter', regex: /[VE][- ]?\d{1,2}\.?\d{3}\.?\d{3}/, score: 0.25 }],
  score: 0.2,
  context: { es: ['cédula', 'c.i.', 'cédula de identidad'], en: ['venezuelan id', 'cedula', 'national id'] },
  requiresContext: true,
  examples: { valid: ['V-12.345.678', 'V-11.387.228', 'V-19862258'], invalid: [] },
});
