import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { uyCedula } from './uy-cedula.js';

describeRecognizer(uyCedula, {
  finds: [
    ['cédula: 1.234.567-2', '1.234.567-2'],
    ['Her uruguayan id 2.137.531-1 was confirmed.', '2.137.531-1'],
    ['(cédula 3234792-7)', '3234792-7'],
    ['(cedula 10706379)', '10706379'],
    ['archived under 2.137.531-1, see below', '2.137.531-1'],
  ],
  ignores: ['archived under 3234792-7, see below', 'archived under 10706379, see below', 'cédula: 1.234.567-3'],
  generated: {
    mask: '[1-5]######?',
    spellings: ['#.###.###-#', '#######-#', '########'],
    isValid: (v) => stdnum.UY!.cedula!.validate(v).isValid,
  },
});
