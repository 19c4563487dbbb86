import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { maIce } from './ma-ice.js';

describeRecognizer(maIce, {
  finds: [
    ['ice: 001561191000066', '001561191000066'],
    ['Her moroccan ice 001205243779976 was confirmed.', '001205243779976'],
  ],
  ignores: ['archived under 001205243779976, see below', 'ice: 002774631097586'],
  generated: { mask: '00[1-3]##########??', isValid: (v) => stdnum.MA!.ice!.validate(v).isValid },
});
