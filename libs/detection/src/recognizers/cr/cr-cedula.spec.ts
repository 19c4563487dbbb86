import { describeRecognizer } from '../testing/describe-recognizer.js';
import { crCedula } from './cr-cedula.js';

describeRecognizer(crCedula, {
  finds: [
    ['cédula: 1-0913-0259', '1-0913-0259'],
    ['Her costa rican id 3-0530-0595 was confirmed.', '3-0530-0595'],
    ['(cédula 606180911)', '606180911'],
  ],
  ignores: ['archived under 3-0530-0595, see below', 'archived under 606180911, see below'],
  generated: { mask: '[1-7]0###0###', spellings: ['#-####-####', '#########'] },
});
