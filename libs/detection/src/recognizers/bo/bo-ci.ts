import { patternRecognizer } from '../../recognizer.js';

/**
 * Bolivian identity card. Source: SEGIP, Cédula de Identidad: five to eight digits and the department.
 */
export const boCi = patternRecognizer({
  id: 'bo.ci',
  type: 'BO_CI',
  country: 'BO',
  title: 'Bolivian identity card',
  source: 'SEGIP, Cédula de Identidad: five to eight digits and the department',
  check: 'none: shape and context',
  patterns: [
    { name: 'with department', regex: /\d{6,8}[- ](?:LP|CB|SC|OR|PT|TJ|CH|BE|PD)/, score: 0.4 },
    { name: 'digits', regex: /\d{7,8}/, score: 0.12 },
  ],
  score: 0.2,
  context: {
    es: ['c.i.', 'cédula', 'cédula de identidad', 'carnet de identidad'],
    en: ['bolivian id', 'identity card'],
  },
  requiresContext: true,
  examples: { valid: ['4523456 SC', '5354497-LP', '9623151 LP'], invalid: [] },
});
