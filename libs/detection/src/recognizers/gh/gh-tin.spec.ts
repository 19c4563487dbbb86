import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { ghTin } from './gh-tin.js';

describeRecognizer(ghTin, {
  finds: [
    ['Her tin C0000803561 was confirmed.', 'C0000803561'],
    ['(tin C0040172716)', 'C0040172716'],
    ['archived under C0040172716, see below', 'C0040172716'],
  ],
  ignores: ['tin: C0000803562'],
  generated: { mask: 'C00#######!', isValid: (v) => stdnum.GH!.tin!.validate(v).isValid },
});
