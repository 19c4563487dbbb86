import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Norwegian bank account. Source: Finans Norge, kontonummer; weights 5 4 3 2 7 6 5 4 3 2. Check: weighted mod 11.
 */
export const noBankAccount = patternRecognizer({
  id: 'no.bank-account',
  type: 'NO_BANK_ACCOUNT',
  country: 'NO',
  title: 'Norwegian bank account',
  source: 'Finans Norge, kontonummer; weights 5 4 3 2 7 6 5 4 3 2',
  check: 'weighted mod 11',
  patterns: [
    { name: 'dotted', regex: /\d{4}\.\d{2}\.\d{5}/, validScore: 0.7 },
    { name: 'spaced', regex: /\d{4} \d{2} \d{5}/, validScore: 0.4 },
    { name: 'eleven digits', regex: /\d{11}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isNoBankAccount),
  context: {
    no: ['kontonummer', 'konto', 'kontonr', 'bankkonto', 'kontonr.'],
    en: ['account', 'bank account', 'account number'],
  },
  examples: { valid: ['8601 11 17947', '4551.60.68020', '24931695343'], invalid: ['8539.39.52233'] },
});

function isNoBankAccount(value: string): boolean {
  return weightedSum(compact(value), [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
}
