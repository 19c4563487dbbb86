import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { bgEgn } from './bg-egn.js';

describeRecognizer(bgEgn, {
  finds: [
    ['егн: 7523169263', '7523169263'],
    ['Her egn 8903199001 was confirmed.', '8903199001'],
  ],
  ignores: ['archived under 8903199001, see below', 'егн: 8019010008'],
  generated: { mask: '{ymd}###?', isValid: (v) => stdnum.BG!.egn!.validate(v).isValid },
});
