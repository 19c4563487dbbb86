import { patternRecognizer } from '../../recognizer.js';

/**
 * Omani civil number. Source: ROP, الرقم المدني: seven to nine digits.
 */
export const omCivilNumber = patternRecognizer({
  id: 'om.civil-number',
  type: 'OM_CIVIL_NUMBER',
  country: 'OM',
  title: 'Omani civil number',
  source: 'ROP, الرقم المدني: seven to nine digits',
  check: 'none: shape and context',
  patterns: [{ name: 'digits', regex: /\d{7,9}/, score: 0.12 }],
  score: 0.2,
  context: { ar: ['الرقم المدني', 'رقم البطاقة'], en: ['omani civil number', 'oman id', 'civil number'] },
  requiresContext: true,
  examples: { valid: ['12345678', '44873275'], invalid: [] },
});
