import { patternRecognizer } from '../../recognizer.js';

/**
 * Indian passport number. Source: Passport Seva: a letter and seven digits.
 */
export const inPassport = patternRecognizer({
  id: 'in.passport',
  type: 'IN_PASSPORT',
  country: 'IN',
  title: 'Indian passport number',
  source: 'Passport Seva: a letter and seven digits',
  check: 'none: shape and context',
  patterns: [{ name: 'letter and seven digits', regex: /[A-PR-WY][1-9]\d ?\d{4}[1-9]/, score: 0.15 }],
  score: 0.2,
  context: { en: ['indian passport', 'passport', 'passport no', 'passport number'], hi: ['पासपोर्ट'] },
  requiresContext: true,
  examples: { valid: ['J8369854', 'J3171054'], invalid: ['J0369854'] },
});
