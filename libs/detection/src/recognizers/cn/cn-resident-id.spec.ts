import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { cnResidentId } from './cn-resident-id.js';

describeRecognizer(cnResidentId, {
  finds: [
    ['身份证: 360426199101010071', '360426199101010071'],
    ['Her resident id 110101195706050297 was confirmed.', '110101195706050297'],
    ['(身份证 110101 19600811 3291)', '110101 19600811 3291'],
    ['archived under 110101195706050297, see below', '110101195706050297'],
    ['archived under 110101 19600811 3291, see below', '110101 19600811 3291'],
  ],
  ignores: ['身份证: 360426199113010071'],
  generated: {
    mask: '110101{Ymd}###!',
    spellings: ['##################', '###### ######## ####'],
    isValid: (v) => stdnum.CN!.ric!.validate(v).isValid,
  },
});
