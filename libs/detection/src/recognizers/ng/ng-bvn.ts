import { patternRecognizer } from '../../recognizer.js';

/**
 * Nigerian bank verification number. Source: CBN / NIBSS, Bank Verification Number: eleven digits beginning with 22.
 */
export const ngBvn = patternRecognizer({
  id: 'ng.bvn',
  type: 'NG_BVN',
  country: 'NG',
  title: 'Nigerian bank verification number',
  source: 'CBN / NIBSS, Bank Verification Number: eleven digits beginning with 22',
  check: 'none: shape and context',
  patterns: [{ name: 'eleven digits', regex: /22\d{9}/, score: 0.25 }],
  score: 0.2,
  context: { en: ['bvn', 'bank verification number'] },
  requiresContext: true,
  examples: { valid: ['22212345678', '22450106296'], invalid: ['12212345678'] },
});
