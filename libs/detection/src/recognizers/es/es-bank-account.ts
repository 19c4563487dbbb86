import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Spanish bank account (CCC). Source: Consejo Superior Bancario, Código Cuenta Cliente; weights as in python-stdnum
 * (es.ccc). Check: two weighted mod 11.
 */
export const esBankAccount = patternRecognizer({
  id: 'es.bank-account',
  type: 'ES_BANK_ACCOUNT',
  country: 'ES',
  title: 'Spanish bank account (CCC)',
  source: 'Consejo Superior Bancario, Código Cuenta Cliente; weights as in python-stdnum (es.ccc)',
  check: 'two weighted mod 11',
  patterns: [
    { name: 'grouped', regex: /\d{4}[ -]\d{4}[ -]\d{2}[ -]\d{10}/, validScore: 0.85 },
    { name: 'twenty digits', regex: /\d{20}/, validScore: 0.4 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isEsBankAccount),
  context: {
    es: ['ccc', 'cuenta', 'código cuenta cliente', 'cuenta bancaria', 'número de cuenta'],
    en: ['ccc', 'bank account', 'account', 'account number'],
  },
  examples: {
    valid: ['1234-1234-16 1234567890', '1997 8514 51 7747154494', '38042778197135460595'],
    invalid: ['3014 3339 86 9824790271'],
  },
});

function isEsBankAccount(value: string): boolean {
  const digits = compact(value);
  const digit = (part: string): number => {
    const rest = 11 - (weightedSum(part, [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11);
    return rest === 11 ? 0 : rest === 10 ? 1 : rest;
  };
  return digit(`00${digits.slice(0, 8)}`) === Number(digits[8]) && digit(digits.slice(10)) === Number(digits[9]);
}
