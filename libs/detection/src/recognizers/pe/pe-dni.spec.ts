import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { peDni } from './pe-dni.js';

describeRecognizer(peDni, {
  finds: [
    ['dni: 10117410-2', '10117410-2'],
    ['Her peruvian id 10117410 was confirmed.', '10117410'],
    ['(dni 40001973-3)', '40001973-3'],
  ],
  ignores: ['archived under 40001973-3, see below', 'dni: 10117410-3'],
  generated: { mask: '[1-7]#######?', spellings: ['########-#'], isValid: (v) => stdnum.PE!.cui!.validate(v).isValid },
});
