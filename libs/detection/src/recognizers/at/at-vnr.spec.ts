import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { atVnr } from './at-vnr.js';

describeRecognizer(atVnr, {
  finds: [
    ['sozialversicherungsnummer: 1237 010180', '1237 010180'],
    ['Her austrian social insurance number 3003 170463 was confirmed.', '3003 170463'],
    ['(sozialversicherungsnummer 4944200964)', '4944200964'],
    ['archived under 3003 170463, see below', '3003 170463'],
  ],
  ignores: ['archived under 4944200964, see below', 'sozialversicherungsnummer: 9993 280263'],
  generated: {
    mask: '[1-9]##?{dmy}',
    spellings: ['#### ######', '##########'],
    isValid: (v) => stdnum.AT!.vnr!.validate(v).isValid,
  },
});
