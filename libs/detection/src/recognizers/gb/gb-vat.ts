import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * UK VAT number. Source: HMRC VAT Notice 700; check as in stdnum (GB.vat). Check: weighted mod 97 in its old form
 * and, since 2009, less 55.
 */
export const gbVat = patternRecognizer({
  id: 'gb.vat',
  type: 'GB_VAT',
  country: 'GB',
  title: 'UK VAT number',
  source: 'HMRC VAT Notice 700; check as in stdnum (GB.vat)',
  check: 'weighted mod 97 in its old form and, since 2009, less 55',
  patterns: [
    { name: 'prefixed', regex: /GB ?\d{3} ?\d{4} ?\d{2}/, validScore: 0.75 },
    { name: 'nine digits', regex: /\d{3} ?\d{4} ?\d{2}/, validScore: 0.35 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isGbVat),
  context: { en: ['vat', 'vat number', 'vat no', 'vat reg', 'vat registration'] },
  examples: { valid: ['GB 980 7806 84', 'GB200900036', 'GB188 4059 29', '734 8155 24'], invalid: ['GB741134413'] },
});

function isGbVat(value: string): boolean {
  const digits = compact(value).replace(/^GB/, '');
  const sum = weightedSum(digits.slice(0, 7), [8, 7, 6, 5, 4, 3, 2]) + Number(digits.slice(7));
  return [0, 42, 55].includes(sum % 97);
}
