import { patternRecognizer } from '../../recognizer.js';

/**
 * Philippine tax number. Source: BIR, TIN: nine digits and an optional branch code of three to five digits.
 */
export const phTin = patternRecognizer({
  id: 'ph.tin',
  type: 'PH_TIN',
  country: 'PH',
  title: 'Philippine tax number',
  source: 'BIR, TIN: nine digits and an optional branch code of three to five digits',
  check: 'none usable: the check digit was never published',
  patterns: [
    { name: 'hyphens', regex: /\d{3}-\d{3}-\d{3}(?:-\d{3,5})?/, score: 0.3 },
    { name: 'digits', regex: /\d{9}(?:\d{3})?/, score: 0.12 },
  ],
  score: 0.2,
  context: { tl: ['tin', 'numero ng tin'], en: ['tin', 'tax identification number', 'philippine tin', 'bir'] },
  requiresContext: true,
  examples: { valid: ['123-456-789-000', '239-393-123', '401-727-147-000', '360184908000'], invalid: [] },
});
