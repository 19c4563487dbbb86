import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { esCif } from './es-cif.js';

describeRecognizer(esCif, {
  finds: [
    ['cif: A13585625', 'A13585625'],
    ['Her cif J99216582 was confirmed.', 'J99216582'],
    ['(cif B98542673)', 'B98542673'],
    ['(nif H-84638469)', 'H-84638469'],
  ],
  ignores: ['archived under B98542673, see below', 'archived under H-84638469, see below', 'cif: A13585626'],
  generated: {
    mask: '[ABHJ]#######?',
    spellings: ['#########', '#-########'],
    isValid: (v) => stdnum.ES!.cif!.validate(v).isValid,
  },
});
