import { checked, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * US DEA registration number. Source: DEA Office of Diversion Control, registration number; weights 1 and 2. Check:
 * weighted mod 10.
 */
export const usDea = patternRecognizer({
  id: 'us.dea',
  type: 'US_DEA',
  country: 'US',
  title: 'US DEA registration number',
  source: 'DEA Office of Diversion Control, registration number; weights 1 and 2',
  check: 'weighted mod 10',
  patterns: [{ name: 'two letters, seven digits', regex: /[ABCDEFGHJKLMPRSTUX][A-Z9]\d{7}/, validScore: 0.45 }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isUsDea),
  context: { en: ['dea', 'dea number', 'dea no', 'dea #', 'dea registration', 'prescriber'] },
  examples: { valid: ['BB1388568', 'AB1234563', 'BR6483464'], invalid: ['BB1388567'] },
});

function isUsDea(value: string): boolean {
  const digits = value.slice(2);
  return weightedSum(digits.slice(0, 6), [1, 2]) % 10 === Number(digits[6]);
}
