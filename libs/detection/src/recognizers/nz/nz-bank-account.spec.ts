import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { nzBankAccount } from './nz-bank-account.js';

describeRecognizer(nzBankAccount, {
  finds: [
    ['Her account 01-0902-0068389-00 was confirmed.', '01-0902-0068389-00'],
    ['(account 01-0902-2911760-000)', '01-0902-2911760-000'],
    ['(bank account 01 0902 7195186 000)', '01 0902 7195186 000'],
    ['archived under 01-0902-2911760-000, see below', '01-0902-2911760-000'],
    ['archived under 01 0902 7195186 000, see below', '01 0902 7195186 000'],
  ],
  ignores: [],
  generated: {
    mask: '010902#######000',
    spellings: ['##-####-#######-###', '## #### ####### ###'],
    isValid: (v) => stdnum.NZ!.bank!.validate(v).isValid,
  },
});
