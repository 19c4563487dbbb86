import { describeRecognizer } from '../testing/describe-recognizer.js';
import { esBankAccount } from './es-bank-account.js';

describeRecognizer(esBankAccount, {
  finds: [
    ['ccc: 1234-1234-16 1234567890', '1234-1234-16 1234567890'],
    ['Her ccc 1997 8514 51 7747154494 was confirmed.', '1997 8514 51 7747154494'],
    ['(ccc 38042778197135460595)', '38042778197135460595'],
    ['archived under 1997 8514 51 7747154494, see below', '1997 8514 51 7747154494'],
  ],
  ignores: ['archived under 38042778197135460595, see below', 'ccc: 3014 3339 86 9824790271'],
  generated: {
    mask: '########??##########',
    spellings: ['#### #### ## ##########', '####################'],
    isValid: (v) => {
      const c = (p: string) => {
        const r = [...p].reverse().reduce((s, d, i) => s + Number(d) * (2 ** (9 - i) % 11), 0) % 11;
        return r === 0 ? 0 : r === 1 ? 1 : 11 - r;
      };
      return c(`00${v.slice(0, 8)}`) === Number(v[8]) && c(v.slice(10)) === Number(v[9]);
    },
  },
});
