import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { iePps } from './ie-pps.js';

describeRecognizer(iePps, {
  finds: [
    ['Her pps 6433435F was confirmed.', '6433435F'],
    ['uimhir pspp: 6433435OA', '6433435OA'],
    ['(pps 1663396N)', '1663396N'],
  ],
  ignores: ['archived under 1663396N, see below', 'pps: 6433435E'],
  generated: { mask: '#######!', spellings: ['########'], isValid: (v) => stdnum.IE!.pps!.validate(v).isValid },
});
