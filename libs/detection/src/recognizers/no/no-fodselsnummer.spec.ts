import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { noFodselsnummer } from './no-fodselsnummer.js';

describeRecognizer(noFodselsnummer, {
  finds: [
    ['fødselsnummer: 15108695088', '15108695088'],
    ['Her norwegian national identity number 281286 18696 was confirmed.', '281286 18696'],
    ['(fødselsnummer 26096635531)', '26096635531'],
    ['archived under 281286 18696, see below', '281286 18696'],
  ],
  ignores: ['archived under 26096635531, see below', 'fødselsnummer: 15138695088'],
  generated: {
    mask: '{dmy}[0-4]##??',
    spellings: ['###### #####', '###########'],
    isValid: (v) => stdnum.NO!.fodselsnummer!.validate(v).isValid,
  },
});
