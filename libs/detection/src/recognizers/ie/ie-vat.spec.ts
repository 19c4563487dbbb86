import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { ieVat } from './ie-vat.js';

describeRecognizer(ieVat, {
  finds: [
    ['Her vat IE6433435F was confirmed.', 'IE6433435F'],
    ['(vat IE9250246J)', 'IE9250246J'],
    ['archived under IE9250246J, see below', 'IE9250246J'],
  ],
  ignores: ['vat: IE4410467T'],
  generated: { mask: 'IE#######!', spellings: ['##########'], isValid: (v) => stdnum.IE!.vat!.validate(v).isValid },
});
