import { describeRecognizer } from '../testing/describe-recognizer.js';
import { brRg } from './br-rg.js';

describeRecognizer(brRg, {
  finds: [
    ['rg: 24.678.131-4', '24.678.131-4'],
    ['Her brazilian id 43.696.208-7 was confirmed.', '43.696.208-7'],
    ['(rg 598613146)', '598613146'],
  ],
  ignores: ['archived under 43.696.208-7, see below', 'archived under 598613146, see below'],
  generated: { mask: '[1-5]########', spellings: ['##.###.###-#', '#########'] },
});
