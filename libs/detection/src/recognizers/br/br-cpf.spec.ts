import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { brCpf } from './br-cpf.js';

describeRecognizer(brCpf, {
  finds: [
    ['cpf: 390.533.447-05', '390.533.447-05'],
    ['Her cpf 211.918.887-46 was confirmed.', '211.918.887-46'],
    ['(cpf 05719377565)', '05719377565'],
    ['(brazilian tax number 045401442-27)', '045401442-27'],
    ['archived under 211.918.887-46, see below', '211.918.887-46'],
    ['archived under 045401442-27, see below', '045401442-27'],
  ],
  ignores: ['archived under 05719377565, see below', 'cpf: 111.111.111-11'],
  generated: {
    mask: '#########??',
    spellings: ['###.###.###-##', '###########', '#########-##'],
    isValid: (v) => stdnum.BR!.cpf!.validate(v).isValid,
  },
});
