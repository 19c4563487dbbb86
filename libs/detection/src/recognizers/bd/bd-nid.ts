import { patternRecognizer } from '../../recognizer.js';

/**
 * Bangladeshi national identity number. Source: Bangladesh Election Commission NID Wing: 10, 13 or 17 digits (17
 * begin with the birth year).
 */
export const bdNid = patternRecognizer({
  id: 'bd.nid',
  type: 'BD_NID',
  country: 'BD',
  title: 'Bangladeshi national identity number',
  source: 'Bangladesh Election Commission NID Wing: 10, 13 or 17 digits (17 begin with the birth year)',
  check: 'none: shape and context',
  patterns: [
    { name: 'ten digits', regex: /\d{10}/, score: 0.12 },
    { name: 'thirteen digits', regex: /\d{13}/, score: 0.12 },
    { name: 'seventeen digits', regex: /(?:19|20)\d{15}/, score: 0.2 },
  ],
  score: 0.2,
  context: { bn: ['জাতীয় পরিচয়পত্র', 'এনআইডি'], en: ['nid', 'nid number', 'bangladeshi national id', 'voter id'] },
  requiresContext: true,
  examples: { valid: ['19852690123456789', '2851234567', '19600052420195534'], invalid: [] },
});
