import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { esDni } from './es-dni.js';

describeRecognizer(esDni, {
  finds: [
    ['dni: 54362315-K', '54362315-K'],
    ['document nacional d’identitat: 12345678Z', '12345678Z'],
    ['Her dni 05039406-Z was confirmed.', '05039406-Z'],
    ['(dni 72.982.010-C)', '72.982.010-C'],
    ['(document nacional d’identitat 21569881K)', '21569881K'],
    ['archived under 05039406-Z, see below', '05039406-Z'],
    ['archived under 72.982.010-C, see below', '72.982.010-C'],
  ],
  ignores: ['archived under 21569881K, see below', 'dni: 12345678A'],
  generated: {
    mask: '########!',
    spellings: ['########-#', '##.###.###-#', '#########'],
    isValid: (v) => stdnum.ES!.dni!.validate(v).isValid,
  },
});
