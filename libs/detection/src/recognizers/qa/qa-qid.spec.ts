import { describeRecognizer } from '../testing/describe-recognizer.js';
import { qaQid } from './qa-qid.js';

describeRecognizer(qaQid, {
  finds: [
    ['رقم البطاقة الشخصية: 28563412345', '28563412345'],
    ['Her qid 26063469330 was confirmed.', '26063469330'],
  ],
  ignores: ['archived under 26063469330, see below'],
  generated: { mask: '2[5-9]#634#####' },
});
