import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { ltPersonalCode } from './lt-personal-code.js';

describeRecognizer(ltPersonalCode, {
  finds: [
    ['asmens kodas: 33309240064', '33309240064'],
    ['Her lithuanian personal code 35109272366 was confirmed.', '35109272366'],
  ],
  ignores: ['archived under 35109272366, see below', 'asmens kodas: 48308317172'],
  generated: { mask: '[34]{ymd}###?', isValid: (v) => stdnum.LT!.asmens!.validate(v).isValid },
});
