import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { deVat } from './de-vat.js';

describeRecognizer(deVat, {
  finds: [
    ['ust-id: DE136695976', 'DE136695976'],
    ['Her vat DE925024646 was confirmed.', 'DE925024646'],
    ['(ust-id DE 510 466 432)', 'DE 510 466 432'],
    ['archived under DE925024646, see below', 'DE925024646'],
    ['archived under DE 510 466 432, see below', 'DE 510 466 432'],
  ],
  ignores: ['ust-id: DE220698680'],
  generated: {
    mask: 'DE[1-9]#######?',
    spellings: ['###########', '## ### ### ###'],
    isValid: (v) => stdnum.DE!.vat!.validate(v).isValid,
  },
});
