import { patternRecognizer } from '../../recognizer.js';

/**
 * Azerbaijani personal identification number. Source: Identity card of Azerbaijan, FİN: seven letters and digits.
 */
export const azPin = patternRecognizer({
  id: 'az.pin',
  type: 'AZ_PIN',
  country: 'AZ',
  title: 'Azerbaijani personal identification number',
  source: 'Identity card of Azerbaijan, FİN: seven letters and digits',
  check: 'none: shape and context',
  patterns: [{ name: 'seven characters', regex: /(?=[A-Z0-9]*\d)[0-9A-HJ-NP-Z]{7}/, score: 0.15 }],
  score: 0.2,
  context: {
    az: ['fin kod', 'fi̇n', 'fərdi identifikasiya nömrəsi'],
    en: ['fin code', 'azerbaijani pin', 'personal identification number'],
  },
  requiresContext: true,
  examples: { valid: ['5ZV3K1L', '6F326D2'], invalid: ['5ZVI'] },
});
