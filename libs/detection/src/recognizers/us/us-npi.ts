import { checked, patternRecognizer } from '../../recognizer.js';
import { luhn } from '../check-digits.js';

/**
 * US national provider identifier. Source: CMS 45 CFR 162.406, NPI; ISO/IEC 7812 with prefix 80840. Check: Luhn with
 * prefix 80840.
 */
export const usNpi = patternRecognizer({
  id: 'us.npi',
  type: 'US_NPI',
  country: 'US',
  title: 'US national provider identifier',
  source: 'CMS 45 CFR 162.406, NPI; ISO/IEC 7812 with prefix 80840',
  check: 'Luhn with prefix 80840',
  patterns: [{ name: 'ten digits', regex: /[12]\d{9}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isUsNpi),
  context: {
    en: [
      'npi',
      'national provider',
      'national provider identifier',
      'provider id',
      'provider identifier',
      'provider number',
    ],
  },
  requiresContext: true,
  examples: { valid: ['1234567893', '1245319599', '1845311293'], invalid: ['1234567890'] },
});

function isUsNpi(value: string): boolean {
  return luhn(`80840${value}`);
}
