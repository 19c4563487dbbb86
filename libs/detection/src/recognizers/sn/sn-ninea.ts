import { patternRecognizer } from '../../recognizer.js';

/**
 * Senegalese company number. Source: ANSD, NINEA: seven or nine digits and the COFI (digit, letter, digit).
 */
export const snNinea = patternRecognizer({
  id: 'sn.ninea',
  type: 'SN_NINEA',
  country: 'SN',
  title: 'Senegalese company number',
  source: 'ANSD, NINEA: seven or nine digits and the COFI (digit, letter, digit)',
  check: 'none: shape and context',
  patterns: [
    { name: 'with COFI', regex: /\d{7}(?:\d{2})? ?[0-2][A-Z]\d/, score: 0.4 },
    { name: 'digits', regex: /\d{7}(?:\d{2})?/, score: 0.12 },
  ],
  score: 0.2,
  context: { fr: ['ninea'], en: ['ninea', 'senegalese company number'] },
  requiresContext: true,
  examples: { valid: ['3067221', '30672212G2', '00735652B2'], invalid: [] },
});
