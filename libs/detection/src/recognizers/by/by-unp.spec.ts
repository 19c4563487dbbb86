import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { byUnp } from './by-unp.js';

describeRecognizer(byUnp, {
  finds: [
    ['унп: 200988541', '200988541'],
    ['унп: 661733111', '661733111'],
    ['Her unp 200988541 was confirmed.', '200988541'],
  ],
  ignores: ['archived under 661733111, see below', 'унп: 734308138'],
  generated: { mask: '[1-7]#######?', isValid: (v) => stdnum.BY!.unp!.validate(v).isValid },
});
