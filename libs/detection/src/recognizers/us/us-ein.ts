import { patternRecognizer } from '../../recognizer.js';

/**
 * US employer identification number. Source: IRS, EIN campus prefixes (How EINs are assigned).
 */
export const usEin = patternRecognizer({
  id: 'us.ein',
  type: 'US_EIN',
  country: 'US',
  title: 'US employer identification number',
  source: 'IRS, EIN campus prefixes (How EINs are assigned)',
  check: 'campus prefix (no check digit)',
  patterns: [
    { name: 'hyphen', regex: /\d{2}-\d{7}/, score: 0.35 },
    { name: 'nine digits', regex: /\d{9}/, score: 0.2 },
  ],
  score: 0.2,
  validate: (value) => (isPlausible(value) ? 'unknown' : 'invalid'),
  context: {
    en: [
      'ein',
      'fein',
      'employer identification',
      'employer identification number',
      'federal tax id',
      'tax id',
      'federal id',
      'employer id',
      'tin',
    ],
  },
  requiresContext: true,
  examples: { valid: ['91-1144442', '16-8542675', '536384695'], invalid: ['07-1144442'] },
});

/** Parts in their ranges; there is no check digit to pass. */
function isPlausible(value: string): boolean {
  return !/^(?:0[0789]|1[789]|2[89]|49|69|70|78|79|89|9[67])/.test(value);
}
