import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { bgPnf } from './bg-pnf.js';

describeRecognizer(bgPnf, {
  finds: [
    ['лнч: 7111042925', '7111042925'],
    ['Her lnch 1829533476 was confirmed.', '1829533476'],
  ],
  ignores: ['archived under 1829533476, see below', 'лнч: 8660118469'],
  generated: { mask: '#########?', isValid: (v) => stdnum.BG!.pnf!.validate(v).isValid },
});
