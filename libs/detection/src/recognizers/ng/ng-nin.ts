import { patternRecognizer } from '../../recognizer.js';

/**
 * Nigerian national identification number. Source: NIMC Act 2007, NIN: eleven digits.
 */
export const ngNin = patternRecognizer({
  id: 'ng.nin',
  type: 'NG_NIN',
  country: 'NG',
  title: 'Nigerian national identification number',
  source: 'NIMC Act 2007, NIN: eleven digits',
  check: 'none usable: the check digit is not published',
  patterns: [
    { name: 'eleven digits', regex: /[1-9]\d{10}/, score: 0.2 },
    { name: 'spaced', regex: /[1-9]\d{3} \d{3} \d{4}/, score: 0.25 },
  ],
  score: 0.2,
  context: { en: ['nin', 'national identification number', 'nimc', 'nin number'] },
  requiresContext: true,
  examples: { valid: ['70123456789', '41427402306', '6695 082 1852'], invalid: [] },
});
