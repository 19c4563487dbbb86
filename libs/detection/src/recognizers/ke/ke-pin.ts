import { patternRecognizer } from '../../recognizer.js';

/**
 * Kenyan tax number. Source: KRA, Personal Identification Number: A or P, nine digits, letter.
 */
export const kePin = patternRecognizer({
  id: 'ke.pin',
  type: 'KE_PIN',
  country: 'KE',
  title: 'Kenyan tax number',
  source: 'KRA, Personal Identification Number: A or P, nine digits, letter',
  check: 'none: shape',
  patterns: [{ name: 'eleven characters', regex: /[AP]\d{9}[A-Z]/i, score: 0.4 }],
  score: 0.4,
  context: { en: ['kra', 'kra pin', 'pin', 'tax pin', 'personal identification number'], sw: ['kra pin'] },
  examples: { valid: ['P051365947M', 'A007312575J'], invalid: ['B051365947M'] },
});
