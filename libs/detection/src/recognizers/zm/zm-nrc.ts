import { patternRecognizer } from '../../recognizer.js';

/**
 * Zambian national registration number. Source: National Registration Act Cap. 126, NRC: six digits, district,
 * citizenship.
 */
export const zmNrc = patternRecognizer({
  id: 'zm.nrc',
  type: 'ZM_NRC',
  country: 'ZM',
  title: 'Zambian national registration number',
  source: 'National Registration Act Cap. 126, NRC: six digits, district, citizenship',
  check: 'none: shape and context',
  patterns: [{ name: 'slashes', regex: /\d{6}\/\d{2}\/[1-3]/, score: 0.35 }],
  score: 0.2,
  context: { en: ['nrc', 'nrc number', 'national registration card', 'zambian nrc'] },
  requiresContext: true,
  examples: { valid: ['123456/11/1', '822553/67/1'], invalid: ['123456/11/4'] },
});
