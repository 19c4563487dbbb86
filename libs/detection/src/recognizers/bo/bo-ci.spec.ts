import { describeRecognizer } from '../testing/describe-recognizer.js';
import { boCi } from './bo-ci.js';

describeRecognizer(boCi, {
  finds: [
    ['c.i.: 4523456 SC', '4523456 SC'],
    ['Her bolivian id 5354497-LP was confirmed.', '5354497-LP'],
    ['(c.i. 9623151 LP)', '9623151 LP'],
  ],
  ignores: ['archived under 5354497-LP, see below', 'archived under 9623151 LP, see below'],
  generated: { mask: '[1-9]######LP', spellings: ['#######-##', '####### ##'] },
});
