import { patternRecognizer } from '../../recognizer.js';

/**
 * Colombian citizenship card. Source: Registraduría Nacional, cédula de ciudadanía: six to ten digits.
 */
export const coCedula = patternRecognizer({
  id: 'co.cedula',
  type: 'CO_CEDULA',
  country: 'CO',
  title: 'Colombian citizenship card',
  source: 'Registraduría Nacional, cédula de ciudadanía: six to ten digits',
  check: 'none: shape and context',
  patterns: [
    { name: 'dotted', regex: /(?:1\.)?\d{1,3}\.\d{3}\.\d{3}/, score: 0.3 },
    { name: 'digits', regex: /\d{7,8}|1\d{9}/, score: 0.12 },
  ],
  score: 0.2,
  context: {
    es: ['cédula', 'c.c.', 'cédula de ciudadanía', 'cédula de extranjería'],
    en: ['colombian id', 'cedula', 'citizenship card'],
  },
  requiresContext: true,
  examples: { valid: ['52.345.678', '1.084.828.400', '1006939304'], invalid: [] },
});
