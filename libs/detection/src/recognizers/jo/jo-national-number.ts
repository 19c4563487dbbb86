import { patternRecognizer } from '../../recognizer.js';

/**
 * Jordanian national number. Source: Civil Status and Passports Department, الرقم الوطني: ten digits.
 */
export const joNationalNumber = patternRecognizer({
  id: 'jo.national-number',
  type: 'JO_NATIONAL_NUMBER',
  country: 'JO',
  title: 'Jordanian national number',
  source: 'Civil Status and Passports Department, الرقم الوطني: ten digits',
  check: 'none: shape and context',
  patterns: [{ name: 'ten digits', regex: /[29]\d{9}/, score: 0.15 }],
  score: 0.2,
  context: { ar: ['الرقم الوطني', 'رقم وطني'], en: ['jordanian national number', 'national number', 'jordanian id'] },
  requiresContext: true,
  examples: { valid: ['9851012345', '9971133803'], invalid: [] },
});
