import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { iso7064Mod11And10 } from '../check-digits.js';

/**
 * German VAT number. Source: § 27a UStG, BZSt: Umsatzsteuer-Identifikationsnummer; check ISO/IEC 7064. Check:
 * ISO/IEC 7064 MOD 11,10.
 */
export const deVat = patternRecognizer({
  id: 'de.vat',
  type: 'DE_VAT',
  country: 'DE',
  title: 'German VAT number',
  source: '§ 27a UStG, BZSt: Umsatzsteuer-Identifikationsnummer; check ISO/IEC 7064',
  check: 'ISO/IEC 7064 MOD 11,10',
  patterns: [{ name: 'prefixed', regex: /DE ?\d{3} ?\d{3} ?\d{3}/, validScore: 0.8 }],
  score: 0.3,
  validScore: 0.8,
  validate: checked(isDeVat),
  context: {
    de: [
      'ust-id',
      'ust-idnr',
      'ust-idnr.',
      'ustid',
      'umsatzsteuer-identifikationsnummer',
      'umsatzsteuer-id',
      'mehrwertsteuernummer',
    ],
    en: ['vat', 'vat number', 'vat id'],
  },
  examples: { valid: ['DE136695976', 'DE925024646', 'DE 510 466 432'], invalid: ['DE220698680'] },
});

function isDeVat(value: string): boolean {
  const digits = compact(value).slice(2);
  return digits[0] !== '0' && iso7064Mod11And10(digits);
}
