import { patternRecognizer } from '../../recognizer.js';

/**
 * Moroccan national identity card. Source: DGSN, CIN / CNIE: one or two letters and up to six digits.
 */
export const maCin = patternRecognizer({
  id: 'ma.cin',
  type: 'MA_CIN',
  country: 'MA',
  title: 'Moroccan national identity card',
  source: 'DGSN, CIN / CNIE: one or two letters and up to six digits',
  check: 'none: shape and context',
  patterns: [{ name: 'letters and digits', regex: /[A-Z]{1,2} ?\d{5,6}/, score: 0.15 }],
  score: 0.2,
  context: {
    fr: ['cin', 'cnie', 'carte nationale', 'carte d’identité nationale', 'carte nationale d’identité'],
    ar: ['البطاقة الوطنية', 'رقم البطاقة الوطنية'],
    en: ['cin', 'cnie', 'moroccan id'],
  },
  requiresContext: true,
  examples: { valid: ['BE123456', 'A654321', 'D069330'], invalid: [] },
});
