import { patternRecognizer } from '../../recognizer.js';

/**
 * Pakistani identity card number. Source: NADRA, CNIC: province, district, serial, sex digit.
 */
export const pkCnic = patternRecognizer({
  id: 'pk.cnic',
  type: 'PK_CNIC',
  country: 'PK',
  title: 'Pakistani identity card number',
  source: 'NADRA, CNIC: province, district, serial, sex digit',
  check: 'province and sex digit (no check digit)',
  patterns: [
    { name: 'hyphens', regex: /[1-8]\d{4}-\d{7}-[1-9]/, score: 0.7 },
    { name: 'thirteen digits', regex: /[1-8]\d{11}[1-9]/, score: 0.12 },
  ],
  score: 0.2,
  context: {
    ur: ['شناختی کارڈ', 'قومی شناختی کارڈ'],
    en: ['cnic', 'nadra', 'pakistani id', 'identity card number', 'cnic number', 'nicop'],
  },
  examples: {
    valid: ['34201-0891231-8', '54046-2036630-8', '6233389761795'],
    invalid: ['34201-0891231-0', '94201-0891231-8'],
  },
});
