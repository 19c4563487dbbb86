import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { luhn } from '../check-digits.js';

/**
 * Italian VAT number. Source: DPR 633/1972 art. 35, partita IVA; ISO/IEC 7812. Check: Luhn and province.
 */
export const itVat = patternRecognizer({
  id: 'it.vat',
  type: 'IT_VAT',
  country: 'IT',
  title: 'Italian VAT number',
  source: 'DPR 633/1972 art. 35, partita IVA; ISO/IEC 7812',
  check: 'Luhn and province',
  patterns: [
    { name: 'prefixed', regex: /IT ?\d{11}/, validScore: 0.7 },
    { name: 'eleven digits', regex: /\d{11}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isItVat),
  context: {
    it: ['partita iva', 'p.iva', 'p. iva', 'p.i.', 'piva', 'iva'],
    en: ['vat', 'vat number', 'italian vat number'],
  },
  examples: { valid: ['IT00743110157', '01392610752', 'IT03005420744'], invalid: ['09094710623'] },
});

function isItVat(value: string): boolean {
  const digits = compact(value).replace(/^IT/, '');
  const office = Number(digits.slice(7, 10));
  return (
    !digits.startsWith('0000000') &&
    ((office >= 1 && office <= 100) || [120, 121, 888, 999].includes(office)) &&
    luhn(digits)
  );
}
