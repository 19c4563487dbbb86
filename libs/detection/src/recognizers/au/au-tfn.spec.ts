import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { auTfn } from './au-tfn.js';

describeRecognizer(auTfn, {
  finds: [
    ['Her tfn 123 456 782 was confirmed.', '123 456 782'],
    ['(tfn 179 860 105)', '179 860 105'],
    ['(tax file number 562100400)', '562100400'],
  ],
  ignores: ['archived under 179 860 105, see below', 'archived under 562100400, see below', 'tfn: 123 456 783'],
  generated: {
    mask: '[1-9]#######?',
    spellings: ['### ### ###', '#########'],
    isValid: (v) => stdnum.AU!.tfn!.validate(v).isValid,
  },
});
