import { describeRecognizer } from '../testing/describe-recognizer.js';
import { ngTin } from './ng-tin.js';

describeRecognizer(ngTin, {
  finds: [
    ['Her nigerian tin 12345678-0001 was confirmed.', '12345678-0001'],
    ['(nigerian tin 11427402-3067)', '11427402-3067'],
  ],
  ignores: ['archived under 11427402-3067, see below'],
  generated: { mask: '[1-2]###########', spellings: ['########-####'] },
});
