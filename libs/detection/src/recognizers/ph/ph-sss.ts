import { patternRecognizer } from '../../recognizer.js';

/**
 * Philippine social security number. Source: SSS Philippines: two, seven and one digits.
 */
export const phSss = patternRecognizer({
  id: 'ph.sss',
  type: 'PH_SSS',
  country: 'PH',
  title: 'Philippine social security number',
  source: 'SSS Philippines: two, seven and one digits',
  check: 'none: shape and context',
  patterns: [
    { name: 'hyphens', regex: /\d{2}-\d{7}-\d/, score: 0.3 },
    { name: 'ten digits', regex: /\d{10}/, score: 0.12 },
  ],
  score: 0.2,
  context: { tl: ['sss'], en: ['sss', 'sss number', 'sss no', 'philippine social security'] },
  requiresContext: true,
  examples: { valid: ['34-1234567-8', '34-1401656-4', '3551497069'], invalid: [] },
});
