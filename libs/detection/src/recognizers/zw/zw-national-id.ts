import { patternRecognizer } from '../../recognizer.js';

/**
 * Zimbabwean national registration number. Source: National Registration Act 10:17: district, six or seven digits,
 * letter, district.
 */
export const zwNationalId = patternRecognizer({
  id: 'zw.national-id',
  type: 'ZW_NATIONAL_ID',
  country: 'ZW',
  title: 'Zimbabwean national registration number',
  source: 'National Registration Act 10:17: district, six or seven digits, letter, district',
  check: 'remainder by 23 unpublished: shape',
  patterns: [
    { name: 'hyphens', regex: /\d{2}-\d{6,7}[- ]?[A-HJ-NP-TV-Z][- ]?\d{2}/, score: 0.65 },
    { name: 'spaced', regex: /\d{2} \d{6,7} [A-HJ-NP-TV-Z] \d{2}/, score: 0.55 },
  ],
  score: 0.5,
  context: { en: ['national registration number', 'zimbabwean id', 'id number', 'national id'] },
  examples: { valid: ['63-123456-F-42', '10-132439-E-39', '36 170638 H 71'], invalid: [] },
});
