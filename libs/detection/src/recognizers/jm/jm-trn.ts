import { patternRecognizer } from '../../recognizer.js';

/**
 * Jamaican taxpayer registration number. Source: TAJ, Taxpayer Registration Number: nine digits.
 */
export const jmTrn = patternRecognizer({
  id: 'jm.trn',
  type: 'JM_TRN',
  country: 'JM',
  title: 'Jamaican taxpayer registration number',
  source: 'TAJ, Taxpayer Registration Number: nine digits',
  check: 'none: shape and context',
  patterns: [{ name: 'nine digits', regex: /\d{3}[- ]?\d{3}[- ]?\d{3}/, score: 0.15 }],
  score: 0.2,
  context: { en: ['trn', 'taxpayer registration number'] },
  requiresContext: true,
  examples: { valid: ['123-456-789', '182-255-387', '144345394'], invalid: [] },
});
