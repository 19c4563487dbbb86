import { describeRecognizer } from '../testing/describe-recognizer.js';
import { paCedula } from './pa-cedula.js';

describeRecognizer(paCedula, {
  finds: [
    ['cédula: 8-442-445', '8-442-445'],
    ['Her panamanian id PE-12-345 was confirmed.', 'PE-12-345'],
    ['(cédula 4-904-6809)', '4-904-6809'],
  ],
  ignores: ['archived under 4-904-6809, see below'],
  generated: { mask: '[1-9][1-9]##[1-9]###', spellings: ['#-###-####'] },
});
