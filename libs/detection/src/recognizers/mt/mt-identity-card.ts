import { patternRecognizer } from '../../recognizer.js';

/**
 * Maltese identity card number. Source: Identity Card and other Identity Documents Act, Cap. 258: up to seven digits
 * and a letter.
 */
export const mtIdentityCard = patternRecognizer({
  id: 'mt.identity-card',
  type: 'MT_IDENTITY_CARD',
  country: 'MT',
  title: 'Maltese identity card number',
  source: 'Identity Card and other Identity Documents Act, Cap. 258: up to seven digits and a letter',
  check: 'none: shape and context',
  patterns: [{ name: 'digits and letter', regex: /\d{3,7} ?[MGAPLHBZ]/, score: 0.2 }],
  score: 0.2,
  context: {
    mt: ['karta tal-identità', 'karta ta’ l-identità'],
    en: ['maltese id', 'maltese identity card', 'identity card', 'id card', 'tin'],
  },
  requiresContext: true,
  examples: { valid: ['0123456M', '0155800B'], invalid: ['0123456C'] },
});
