import { describeRecognizer } from '../testing/describe-recognizer.js';
import { maCin } from './ma-cin.js';

describeRecognizer(maCin, {
  finds: [
    ['cin: BE123456', 'BE123456'],
    ['البطاقة الوطنية: A654321', 'A654321'],
    ['Her cin D069330 was confirmed.', 'D069330'],
  ],
  ignores: ['archived under D069330, see below'],
  generated: { mask: '[ABCDEGHJK]######' },
});
