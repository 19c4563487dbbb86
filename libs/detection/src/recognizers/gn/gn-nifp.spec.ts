import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { gnNifp } from './gn-nifp.js';

describeRecognizer(gnNifp, {
  finds: [
    ['nifp: 693-770-885', '693-770-885'],
    ['Her nifp 552-669-921 was confirmed.', '552-669-921'],
    ['(nifp 495827149)', '495827149'],
  ],
  ignores: ['archived under 552-669-921, see below', 'archived under 495827149, see below', 'nifp: 351-360-822'],
  generated: {
    mask: '[1-9]#######?',
    spellings: ['###-###-###', '#########'],
    isValid: (v) => stdnum.GN!.nifp!.validate(v).isValid,
  },
});
