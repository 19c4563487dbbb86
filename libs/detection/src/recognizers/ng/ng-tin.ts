import { patternRecognizer } from '../../recognizer.js';

/**
 * Nigerian taxpayer number. Source: Joint Tax Board / FIRS, TIN: ten digits, or eight and four.
 */
export const ngTin = patternRecognizer({
  id: 'ng.tin',
  type: 'NG_TIN',
  country: 'NG',
  title: 'Nigerian taxpayer number',
  source: 'Joint Tax Board / FIRS, TIN: ten digits, or eight and four',
  check: 'none: shape and context',
  patterns: [
    { name: 'hyphen', regex: /\d{8}-\d{4}/, score: 0.3 },
    { name: 'ten digits', regex: /\d{10}/, score: 0.12 },
  ],
  score: 0.2,
  context: { en: ['nigerian tin', 'firs', 'jtb', 'tin', 'tax identification number'] },
  requiresContext: true,
  examples: { valid: ['12345678-0001', '11427402-3067'], invalid: [] },
});
