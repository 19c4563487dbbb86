import { patternRecognizer } from '../../recognizer.js';

/**
 * Tunisian identity card. Source: Loi 93-27, carte d’identité nationale: eight digits beginning with 0 or 1.
 */
export const tnCin = patternRecognizer({
  id: 'tn.cin',
  type: 'TN_CIN',
  country: 'TN',
  title: 'Tunisian identity card',
  source: 'Loi 93-27, carte d’identité nationale: eight digits beginning with 0 or 1',
  check: 'none: shape and context',
  patterns: [{ name: 'eight digits', regex: /[01]\d{7}/, score: 0.15 }],
  score: 0.2,
  context: {
    fr: ['cin', 'carte d’identité nationale', 'carte d’identité'],
    ar: ['بطاقة التعريف', 'بطاقة التعريف الوطنية'],
    en: ['cin', 'tunisian id'],
  },
  requiresContext: true,
  examples: { valid: ['01234567', '07553289'], invalid: ['91234567'] },
});
