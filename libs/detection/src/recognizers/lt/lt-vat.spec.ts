import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { ltVat } from './lt-vat.js';

describeRecognizer(ltVat, {
  finds: [
    ['pvm: LT119511515', 'LT119511515'],
    ['Her vat LT039261712 was confirmed.', 'LT039261712'],
    ['archived under LT039261712, see below', 'LT039261712'],
  ],
  ignores: ['pvm: LT520054214'],
  generated: { mask: 'LT#######1?', spellings: ['###########'], isValid: (v) => stdnum.LT!.pvm!.validate(v).isValid },
});
