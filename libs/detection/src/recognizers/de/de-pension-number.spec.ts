import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { dePensionNumber } from './de-pension-number.js';

describeRecognizer(dePensionNumber, {
  finds: [
    ['rentenversicherungsnummer: 15 070649 C 103', '15 070649 C 103'],
    ['Her pension insurance number 59 221059 G 429 was confirmed.', '59 221059 G 429'],
    ['(rentenversicherungsnummer 23150680H939)', '23150680H939'],
    ['archived under 59 221059 G 429, see below', '59 221059 G 429'],
    ['archived under 23150680H939, see below', '23150680H939'],
  ],
  ignores: ['rentenversicherungsnummer: 20 020250 C 514'],
  generated: {
    mask: '[1256]#{dmy}@##?',
    spellings: ['## ###### # ###', '############'],
    isValid: (v) => stdnum.DE!.svnr!.validate(v).isValid,
  },
});
