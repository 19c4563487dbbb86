import { patternRecognizer } from '../../recognizer.js';

/**
 * UK bank sort code. Source: Pay.UK, Extended Industry Sort Code Directory: six digits in pairs.
 */
export const gbSortCode = patternRecognizer({
  id: 'gb.sort-code',
  type: 'GB_SORT_CODE',
  country: 'GB',
  title: 'UK bank sort code',
  source: 'Pay.UK, Extended Industry Sort Code Directory: six digits in pairs',
  check: 'none: shape and context',
  patterns: [
    { name: 'pairs', regex: /\d{2}[- ]\d{2}[- ]\d{2}/, score: 0.25 },
    { name: 'six digits', regex: /\d{6}/, score: 0.12 },
  ],
  score: 0.2,
  context: { en: ['sort code', 'sortcode', 'sort-code'] },
  requiresContext: true,
  examples: { valid: ['20-00-00', '00-29-84', '75 05 70', '444947'], invalid: [] },
});
