import { describeRecognizer } from '../testing/describe-recognizer.js';
import { adNrt } from './ad-nrt.js';

describeRecognizer(adNrt, {
  finds: [
    ['nrt: L-709604-E', 'L-709604-E'],
    ['Her nrt L-250246-L was confirmed.', 'L-250246-L'],
    ['(nrt F104664K)', 'F104664K'],
  ],
  ignores: ['archived under L-250246-L, see below', 'archived under F104664K, see below', 'nrt: I 706193 G'],
  generated: { mask: '[FL]######[A-Z]', spellings: ['#-######-#', '########'] },
});
