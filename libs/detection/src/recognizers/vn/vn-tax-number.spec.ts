import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { vnTaxNumber } from './vn-tax-number.js';

describeRecognizer(vnTaxNumber, {
  finds: [
    ['mã số thuế: 0100233488', '0100233488'],
    ['Her mst 0314409058-002 was confirmed.', '0314409058-002'],
    ['(mã số thuế 0704792432)', '0704792432'],
  ],
  ignores: ['archived under 0704792432, see below', 'mã số thuế: 0100233489'],
  generated: { mask: '0[1-9]#######?', spellings: ['##########'], isValid: (v) => stdnum.VN!.mst!.validate(v).isValid },
});
