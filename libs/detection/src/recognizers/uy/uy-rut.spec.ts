import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { uyRut } from './uy-rut.js';

describeRecognizer(uyRut, {
  finds: [
    ['rut: 21-100342-001-7', '21-100342-001-7'],
    ['Her rut 21-894083-001-4 was confirmed.', '21-894083-001-4'],
    ['(rut 210339420014)', '210339420014'],
    ['archived under 21-894083-001-4, see below', '21-894083-001-4'],
  ],
  ignores: ['archived under 210339420014, see below', 'rut: 21-782160-001-8'],
  generated: {
    mask: '21######001?',
    spellings: ['##-######-###-#', '############'],
    isValid: (v) => stdnum.UY!.rut!.validate(v).isValid,
  },
});
