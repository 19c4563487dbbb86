import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Maltese VAT number. Source: Commissioner for Revenue, VAT number; weights 3 4 6 7 8 9 10 1. Check: weighted mod
 * 37.
 */
export const mtVat = patternRecognizer({
  id: 'mt.vat',
  type: 'MT_VAT',
  country: 'MT',
  title: 'Maltese VAT number',
  source: 'Commissioner for Revenue, VAT number; weights 3 4 6 7 8 9 10 1',
  check: 'weighted mod 37',
  patterns: [{ name: 'prefixed', regex: /MT ?\d{4} ?\d{4}/, validScore: 0.7 }],
  score: 0.3,
  validScore: 0.8,
  validate: checked(isMtVat),
  context: { en: ['vat', 'vat number'] },
  examples: { valid: ['MT 1167 9112', 'MT13926108', 'MT7520 0513'], invalid: ['MT52749021'] },
});

function isMtVat(value: string): boolean {
  const digits = compact(value).slice(2);
  return digits[0] !== '0' && weightedSum(digits, [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0;
}
