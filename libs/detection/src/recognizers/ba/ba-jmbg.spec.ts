import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { baJmbg } from './ba-jmbg.js';

describeRecognizer(baJmbg, {
  finds: [
    ['jmbg: 0204963146455', '0204963146455'],
    ['Her jmbg 0204963146455 was confirmed.', '0204963146455'],
  ],
  ignores: ['archived under 0204963146455, see below', 'jmbg: 1501998119816'],
  generated: { mask: '{dm}9{y}1[0-9]###?', isValid: (v) => stdnum.BA!.jmbg!.validate(v).isValid },
});
