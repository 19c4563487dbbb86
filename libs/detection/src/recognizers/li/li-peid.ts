import { patternRecognizer } from '../../recognizer.js';

/**
 * Liechtenstein tax number. Source: Steuerverwaltung Liechtenstein, PEID: up to twelve digits.
 */
export const liPeid = patternRecognizer({
  id: 'li.peid',
  type: 'LI_PEID',
  country: 'LI',
  title: 'Liechtenstein tax number',
  source: 'Steuerverwaltung Liechtenstein, PEID: up to twelve digits',
  check: 'none: shape and context',
  patterns: [{ name: 'digits', regex: /\d{9,12}/ }],
  score: 0.2,
  context: {
    de: ['peid', 'pei', 'peid-nummer', 'personenidentifikationsnummer'],
    en: ['peid', 'liechtenstein tax number'],
  },
  requiresContext: true,
  examples: { valid: ['000001234567', '00000528708'], invalid: ['12345'] },
});
