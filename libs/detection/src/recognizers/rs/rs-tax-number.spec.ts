import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { rsTaxNumber } from './rs-tax-number.js';

describeRecognizer(rsTaxNumber, {
  finds: [
    ['пиб: 101134702', '101134702'],
    ['Her pib 100846138 was confirmed.', '100846138'],
  ],
  ignores: ['archived under 100846138, see below', 'пиб: 121101088'],
  generated: { mask: '1#######?', isValid: (v) => stdnum.RS!.pib!.validate(v).isValid },
});
