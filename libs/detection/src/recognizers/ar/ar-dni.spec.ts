import { describeRecognizer } from '../testing/describe-recognizer.js';
import { arDni } from './ar-dni.js';

describeRecognizer(arDni, {
  finds: [
    ['dni: 20.123.456', '20.123.456'],
    ['Her dni 40.828.266 was confirmed.', '40.828.266'],
    ['(dni 20275592)', '20275592'],
  ],
  ignores: ['archived under 40.828.266, see below', 'archived under 20275592, see below'],
  generated: { mask: '[1-4]#######', spellings: ['##.###.###', '########'] },
});
