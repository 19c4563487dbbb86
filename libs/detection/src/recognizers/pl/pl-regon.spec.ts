import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { plRegon } from './pl-regon.js';

describeRecognizer(plRegon, {
  finds: [
    ['regon: 192598184', '192598184'],
    ['Her regon 387409806 was confirmed.', '387409806'],
  ],
  ignores: ['archived under 387409806, see below', 'regon: 259958522'],
  generated: { mask: '[1-9]#######?', isValid: (v) => stdnum.PL!.regon!.validate(v).isValid },
});
