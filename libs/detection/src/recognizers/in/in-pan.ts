import { patternRecognizer } from '../../recognizer.js';

/**
 * Indian permanent account number. Source: Income-tax Rules 1962 rule 114, PAN: holder class as fourth letter.
 */
export const inPan = patternRecognizer({
  id: 'in.pan',
  type: 'IN_PAN',
  country: 'IN',
  title: 'Indian permanent account number',
  source: 'Income-tax Rules 1962 rule 114, PAN: holder class as fourth letter',
  check: 'none: shape and holder class',
  patterns: [{ name: 'ten characters', regex: /[A-Z]{3}[ABCFGHJLPTK][A-Z]\d{4}[A-Z]/i, score: 0.6 }],
  score: 0.55,
  validate: (value) => (isPlausible(value) ? 'unknown' : 'invalid'),
  context: { en: ['pan', 'permanent account number', 'pan card', 'pan no', 'income tax'], hi: ['पैन', 'पैन कार्ड'] },
  examples: { valid: ['ACUPA7085R', 'VFFPN5387M'], invalid: ['ACUXA7085R', 'ACUPA0000R'] },
});

/** Parts in their ranges; there is no check digit to pass. */
function isPlausible(value: string): boolean {
  return value.slice(5, 9) !== '0000';
}
