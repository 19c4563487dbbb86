import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { gbUtr } from './gb-utr.js';

describeRecognizer(gbUtr, {
  finds: [
    ['Her utr 1955839661 was confirmed.', '1955839661'],
    ['(utr 1671012771)', '1671012771'],
    ['(unique taxpayer reference 18536 19588)', '18536 19588'],
  ],
  ignores: ['archived under 1671012771, see below', 'archived under 18536 19588, see below', 'utr: 2397174679'],
  generated: {
    mask: '?#########',
    spellings: ['##########', '##### #####'],
    isValid: (v) => stdnum.GB!.utr!.validate(v).isValid,
  },
});
