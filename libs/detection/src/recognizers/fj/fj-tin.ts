import { patternRecognizer } from '../../recognizer.js';

/**
 * Fijian tax number. Source: FRCS, Tax Identification Number: two, five, one and one digits.
 */
export const fjTin = patternRecognizer({
  id: 'fj.tin',
  type: 'FJ_TIN',
  country: 'FJ',
  title: 'Fijian tax number',
  source: 'FRCS, Tax Identification Number: two, five, one and one digits',
  check: 'none: shape and context',
  patterns: [
    { name: 'hyphens', regex: /\d{2}-\d{5}-\d-\d/, score: 0.4 },
    { name: 'nine digits', regex: /\d{9}/, score: 0.12 },
  ],
  score: 0.2,
  context: { en: ['fijian tin', 'fiji tin', 'frcs', 'tin'] },
  requiresContext: true,
  examples: { valid: ['50-12345-0-6', '50-27468-5-3', '504010174'], invalid: [] },
});
