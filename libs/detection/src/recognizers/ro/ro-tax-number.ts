import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Romanian company tax number. Source: ANAF, CUI / CIF; weights 7 5 3 2 1 7 5 3 2. Check: weighted mod 11.
 */
export const roTaxNumber = patternRecognizer({
  id: 'ro.tax-number',
  type: 'RO_TAX_NUMBER',
  country: 'RO',
  title: 'Romanian company tax number',
  source: 'ANAF, CUI / CIF; weights 7 5 3 2 1 7 5 3 2',
  check: 'weighted mod 11',
  patterns: [
    { name: 'prefixed', regex: /RO ?\d{2,10}/, validScore: 0.45 },
    { name: 'digits', regex: /\d{6,10}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isRoTaxNumber),
  context: {
    ro: ['cui', 'cif', 'cod fiscal', 'cod unic de înregistrare', 'c.u.i.'],
    en: ['cui', 'cif', 'vat', 'tax number', 'romanian tax number'],
  },
  requiresContext: true,
  examples: { valid: ['RO 18547290', '34225474', 'RO10469021'], invalid: ['47528268'] },
});

function isRoTaxNumber(value: string): boolean {
  const digits = compact(value).replace(/^RO/, '').padStart(10, '0');
  return ((weightedSum(digits.slice(0, 9), [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === Number(digits[9]);
}
