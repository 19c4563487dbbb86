import { describeRecognizer } from '../testing/describe-recognizer.js';
import { gbSortCode } from './gb-sort-code.js';

describeRecognizer(gbSortCode, {
  finds: [
    ['Her sort code 20-00-00 was confirmed.', '20-00-00'],
    ['(sort code 00-29-84)', '00-29-84'],
    ['(sortcode 75 05 70)', '75 05 70'],
    ['(sort-code 444947)', '444947'],
  ],
  ignores: [
    'archived under 00-29-84, see below',
    'archived under 75 05 70, see below',
    'archived under 444947, see below',
  ],
  generated: { mask: '[0-9]#####', spellings: ['##-##-##', '## ## ##', '######'] },
});
