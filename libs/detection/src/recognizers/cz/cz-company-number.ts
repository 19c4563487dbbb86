import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Czech company number. Source: IČO, Act 111/2009 Coll.; weights as in python-stdnum (cz.dic). Check: weighted mod
 * 11.
 */
export const czCompanyNumber = patternRecognizer({
  id: 'cz.company-number',
  type: 'CZ_COMPANY_NUMBER',
  country: 'CZ',
  title: 'Czech company number',
  source: 'IČO, Act 111/2009 Coll.; weights as in python-stdnum (cz.dic)',
  check: 'weighted mod 11',
  patterns: [
    { name: 'eight digits', regex: /\d{8}/ },
    { name: 'VAT number', regex: /CZ ?\d{8}/, validScore: 0.5 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isCzCompanyNumber),
  context: {
    cs: ['ičo', 'ič', 'dič', 'identifikační číslo'],
    en: ['ico', 'dic', 'vat', 'vat number', 'company number'],
  },
  requiresContext: true,
  examples: { valid: ['25123891', '41320654', 'CZ22250859'], invalid: ['57103692'] },
});

function isCzCompanyNumber(value: string): boolean {
  const digits = compact(value).replace(/^CZ/, '');
  const rest = (11 - (weightedSum(digits.slice(0, 7), [8, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
  return (rest === 0 ? 1 : rest) % 10 === Number(digits[7]);
}
