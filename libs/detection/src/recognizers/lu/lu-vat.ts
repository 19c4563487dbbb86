import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { remainder } from '../check-digits.js';

/**
 * Luxembourg VAT number. Source: AED, numéro de TVA; check as in python-stdnum (lu.tva). Check: remainder by 89.
 */
export const luVat = patternRecognizer({
  id: 'lu.vat',
  type: 'LU_VAT',
  country: 'LU',
  title: 'Luxembourg VAT number',
  source: 'AED, numéro de TVA; check as in python-stdnum (lu.tva)',
  check: 'remainder by 89',
  patterns: [{ name: 'prefixed', regex: /LU ?\d{8}/, validScore: 0.75 }],
  score: 0.3,
  validScore: 0.8,
  validate: checked(isLuVat),
  context: { fr: ['tva', 'numéro de tva'], de: ['mwst', 'ust-id'], en: ['vat', 'vat number'] },
  examples: { valid: ['LU15027442', 'LU11813835'], invalid: ['LU13001071'] },
});

function isLuVat(value: string): boolean {
  const digits = compact(value).slice(2);
  return remainder(digits.slice(0, 6), 89) === Number(digits.slice(6));
}
