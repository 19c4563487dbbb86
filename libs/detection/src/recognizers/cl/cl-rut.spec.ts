import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { clRut } from './cl-rut.js';

describeRecognizer(clRut, {
  finds: [
    ['rut: 12.531.909-2', '12.531.909-2'],
    ['Her rut 13.734.933-7 was confirmed.', '13.734.933-7'],
    ['(rut 19904210-6)', '19904210-6'],
    ['(chilean id 165409973)', '165409973'],
    ['archived under 13.734.933-7, see below', '13.734.933-7'],
    ['archived under 19904210-6, see below', '19904210-6'],
  ],
  ignores: ['archived under 165409973, see below', 'rut: 12.531.909-3'],
  generated: {
    mask: '[12]#######!',
    spellings: ['##.###.###-#', '########-#', '#########'],
    isValid: (v) => stdnum.CL!.rut!.validate(v).isValid,
  },
});
