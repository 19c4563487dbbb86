import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { nlBsn } from './nl-bsn.js';

describeRecognizer(nlBsn, {
  finds: [
    ['bsn: 1112.22.333', '1112.22.333'],
    ['Her bsn 111222333 was confirmed.', '111222333'],
    ['(bsn 839365044)', '839365044'],
    ['(citizen service number 6092.94.726)', '6092.94.726'],
    ['archived under 6092.94.726, see below', '6092.94.726'],
  ],
  ignores: ['archived under 839365044, see below', 'bsn: 111252333'],
  generated: {
    mask: '[1-9]#######?',
    spellings: ['#########', '####.##.###'],
    isValid: (v) => stdnum.NL!.bsn!.validate(v).isValid,
  },
});
