import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Austrian social insurance number. Source: § 30c ASVG; Dachverband der Sozialversicherungsträger, structure of the
 * Versicherungsnummer; weights as in python-stdnum. Check: weighted mod 11 and birth date. The birth date part may
 * carry a month of 13 to 15 when the register had none to give.
 */
export const atVnr = patternRecognizer({
  id: 'at.vnr',
  type: 'AT_VNR',
  country: 'AT',
  title: 'Austrian social insurance number',
  source:
    '§ 30c ASVG; Dachverband der Sozialversicherungsträger, structure of the Versicherungsnummer; weights as in python-stdnum',
  check: 'weighted mod 11 and birth date',
  patterns: [
    { name: 'date spaced', regex: /\d{4}[ -/]\d{6}/, validScore: 0.55 },
    { name: 'ten digits', regex: /\d{10}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isAtVnr),
  context: {
    de: ['sozialversicherungsnummer', 'versicherungsnummer', 'sv-nummer', 'svnr', 'svnr.', 'sv-nr', 'e-card'],
    en: ['austrian social insurance number', 'social insurance number', 'social security number'],
  },
  examples: { valid: ['1237 010180', '3003 170463', '4944200964'], invalid: ['9993 280263'] },
});

function isAtVnr(value: string): boolean {
  const digits = compact(value);
  if (digits[0] === '0' || !/^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-5])/.test(digits.slice(4))) return false;
  return weightedSum(digits.slice(0, 3) + digits.slice(4), [3, 7, 9, 5, 8, 4, 2, 1, 6]) % 11 === Number(digits[3]);
}
