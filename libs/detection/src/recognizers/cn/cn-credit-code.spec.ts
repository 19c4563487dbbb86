import { describeRecognizer } from '../testing/describe-recognizer.js';
import { cnCreditCode } from './cn-credit-code.js';

describeRecognizer(cnCreditCode, {
  finds: [
    ['统一社会信用代码: 91110000600037341L', '91110000600037341L'],
    ['Her unified social credit code 91110000693933571J was confirmed.', '91110000693933571J'],
  ],
  ignores: ['archived under 91110000693933571J, see below', '统一社会信用代码: 91110000MG17800785'],
  generated: {
    mask: '91110000[6M][0-9A-HJ]#######!',
    isValid: (v) => {
      const a = '0123456789ABCDEFGHJKLMNPQRTUWXY';
      const w = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28, 1];
      return [...v].every((c) => a.includes(c)) && [...v].reduce((s, c, i) => s + a.indexOf(c) * w[i]!, 0) % 31 === 0;
    },
  },
});
