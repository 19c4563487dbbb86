import { describeRecognizer } from '../testing/describe-recognizer.js';
import { tnCin } from './tn-cin.js';

describeRecognizer(tnCin, {
  finds: [
    ['cin: 01234567', '01234567'],
    ['بطاقة التعريف: 07553289', '07553289'],
    ['Her cin 01234567 was confirmed.', '01234567'],
  ],
  ignores: ['archived under 07553289, see below', 'cin: 91234567'],
  generated: { mask: '0#######' },
});
