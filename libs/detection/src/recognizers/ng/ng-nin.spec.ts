import { describeRecognizer } from '../testing/describe-recognizer.js';
import { ngNin } from './ng-nin.js';

describeRecognizer(ngNin, {
  finds: [
    ['Her nin 70123456789 was confirmed.', '70123456789'],
    ['(nin 41427402306)', '41427402306'],
    ['(national identification number 6695 082 1852)', '6695 082 1852'],
  ],
  ignores: ['archived under 41427402306, see below', 'archived under 6695 082 1852, see below'],
  generated: { mask: '[3-7]##########', spellings: ['###########', '#### ### ####'] },
});
