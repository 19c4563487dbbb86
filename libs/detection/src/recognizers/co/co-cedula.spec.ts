import { describeRecognizer } from '../testing/describe-recognizer.js';
import { coCedula } from './co-cedula.js';

describeRecognizer(coCedula, {
  finds: [
    ['cédula: 52.345.678', '52.345.678'],
    ['Her colombian id 1.084.828.400 was confirmed.', '1.084.828.400'],
    ['(cédula 1006939304)', '1006939304'],
  ],
  ignores: ['archived under 1.084.828.400, see below', 'archived under 1006939304, see below'],
  generated: { mask: '10########', spellings: ['#.###.###.###', '##########'] },
});
