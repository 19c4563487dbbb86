import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { cnCreditCode } from './cn-credit-code.js';

describeRecognizer(cnCreditCode, {
  finds: [
    ['统一社会信用代码: 91110000600037341L', '91110000600037341L'],
    ['Her unified social credit code 91110000693933571J was confirmed.', '91110000693933571J'],
    ['archived under 91110000693933571J, see below', '91110000693933571J'],
  ],
  ignores: ['统一社会信用代码: 91110000MG17800785'],
  generated: { mask: '91110000[6M][0-9A-HJ]#######!', isValid: (v) => stdnum.CN!.uscc!.validate(v).isValid },
});
