import { patternRecognizer } from '../../recognizer.js';

/**
 * Algerian tax number. Source: DGI, Numéro d’Identification Fiscale: fifteen or twenty digits.
 */
export const dzNif = patternRecognizer({
  id: 'dz.nif',
  type: 'DZ_NIF',
  country: 'DZ',
  title: 'Algerian tax number',
  source: 'DGI, Numéro d’Identification Fiscale: fifteen or twenty digits',
  check: 'none: shape and context',
  patterns: [
    { name: 'fifteen digits', regex: /\d{15}/, score: 0.15 },
    { name: 'twenty digits', regex: /\d{20}/, score: 0.15 },
  ],
  score: 0.2,
  context: {
    fr: ['nif', 'numéro d’identification fiscale'],
    ar: ['رقم التعريف الجبائي'],
    en: ['nif', 'algerian tax number'],
  },
  requiresContext: true,
  examples: { valid: ['416001000000007', '408020000150039', '323261237287469'], invalid: [] },
});
