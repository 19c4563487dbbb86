import { describeRecognizer } from '../testing/describe-recognizer.js';
import { omCivilNumber } from './om-civil-number.js';

describeRecognizer(omCivilNumber, {
  finds: [
    ['الرقم المدني: 12345678', '12345678'],
    ['Her omani civil number 44873275 was confirmed.', '44873275'],
  ],
  ignores: ['archived under 44873275, see below'],
  generated: { mask: '[1-9]#######' },
});
