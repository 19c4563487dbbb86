import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { luVat } from './lu-vat.js';

describeRecognizer(luVat, {
  finds: [
    ['tva: LU15027442', 'LU15027442'],
    ['mwst: LU11813835', 'LU11813835'],
    ['Her vat LU15027442 was confirmed.', 'LU15027442'],
    ['archived under LU11813835, see below', 'LU11813835'],
  ],
  ignores: ['tva: LU13001071'],
  generated: { mask: 'LU1#####??', spellings: ['##########'], isValid: (v) => stdnum.LU!.tva!.validate(v).isValid },
});
