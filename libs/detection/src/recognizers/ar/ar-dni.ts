import { patternRecognizer } from '../../recognizer.js';

/**
 * Argentine identity number. Source: RENAPER, Documento Nacional de Identidad: seven or eight digits.
 */
export const arDni = patternRecognizer({
  id: 'ar.dni',
  type: 'AR_DNI',
  country: 'AR',
  title: 'Argentine identity number',
  source: 'RENAPER, Documento Nacional de Identidad: seven or eight digits',
  check: 'none: shape and context',
  patterns: [
    { name: 'dotted', regex: /\d{1,2}\.\d{3}\.\d{3}/, score: 0.3 },
    { name: 'digits', regex: /\d{7,8}/, score: 0.15 },
  ],
  score: 0.2,
  context: {
    es: ['dni', 'd.n.i.', 'documento', 'documento nacional de identidad'],
    en: ['dni', 'argentine id', 'national id'],
  },
  requiresContext: true,
  examples: { valid: ['20.123.456', '40.828.266', '20275592'], invalid: [] },
});
