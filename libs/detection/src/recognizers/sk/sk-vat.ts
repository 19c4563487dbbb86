import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { remainder } from '../check-digits.js';

/**
 * Slovak VAT number. Source: Finančná správa, IČ DPH: divisible by 11. Check: divisible by 11.
 */
export const skVat = patternRecognizer({
  id: 'sk.vat',
  type: 'SK_VAT',
  country: 'SK',
  title: 'Slovak VAT number',
  source: 'Finančná správa, IČ DPH: divisible by 11',
  check: 'divisible by 11',
  patterns: [{ name: 'prefixed', regex: /SK ?\d{10}/, validScore: 0.7 }],
  score: 0.3,
  validScore: 0.8,
  validate: checked(isSkVat),
  context: { sk: ['ič dph', 'dič', 'dph'], en: ['vat', 'vat number'] },
  examples: { valid: ['SK2022749619', 'SK2042306200'], invalid: ['SK2039361798'] },
});

function isSkVat(value: string): boolean {
  const digits = compact(value).slice(2);
  return digits[0] !== '0' && '234789'.includes(digits[2]!) && remainder(digits, 11) === 0;
}
