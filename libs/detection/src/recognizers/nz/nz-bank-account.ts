import { stdnum } from 'stdnum';
import { patternRecognizer } from '../../recognizer.js';
import { byStdnum } from '../by-stdnum.js';

/**
 * New Zealand bank account. Source: Payments NZ, Bank Branch Register; check as in stdnum (NZ.bank). Check:
 * bank-specific weighted mod 11 or 10.
 */
export const nzBankAccount = patternRecognizer({
  id: 'nz.bank-account',
  type: 'NZ_BANK_ACCOUNT',
  country: 'NZ',
  title: 'New Zealand bank account',
  source: 'Payments NZ, Bank Branch Register; check as in stdnum (NZ.bank)',
  check: 'bank-specific weighted mod 11 or 10',
  patterns: [
    { name: 'hyphens', regex: /\d{2}-\d{4}-\d{7}-\d{2,3}/, validScore: 0.75 },
    { name: 'spaced', regex: /\d{2} \d{4} \d{7} \d{2,3}/, validScore: 0.6 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: byStdnum(stdnum.NZ!.bank!, (value) => value.replace(/(?<=[- ])(\d{2})$/, '0$1').replace(/\D/g, '')),
  context: { en: ['account', 'bank account', 'account number'] },
  examples: { valid: ['01-0902-0068389-00', '01-0902-2911760-000', '01 0902 7195186 000'], invalid: [] },
});
