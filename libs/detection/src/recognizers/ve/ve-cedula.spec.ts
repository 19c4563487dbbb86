import { describeRecognizer } from '../testing/describe-recognizer.js';
import { veCedula } from './ve-cedula.js';

describeRecognizer(veCedula, {
  finds: [
    ['cédula: V-12.345.678', 'V-12.345.678'],
    ['Her venezuelan id V-11.387.228 was confirmed.', 'V-11.387.228'],
    ['(cédula V-19862258)', 'V-19862258'],
  ],
  ignores: ['archived under V-11.387.228, see below', 'archived under V-19862258, see below'],
  generated: { mask: 'V[1-2]#######', spellings: ['#-##.###.###', '#-########'] },
});
