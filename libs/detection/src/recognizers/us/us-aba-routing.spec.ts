import { describeRecognizer } from '../testing/describe-recognizer.js';
import { usAbaRouting } from './us-aba-routing.js';

describeRecognizer(usAbaRouting, {
  finds: [
    ['Her aba 021000021 was confirmed.', '021000021'],
    ['(aba 111000025)', '111000025'],
    ['(routing 053527103)', '053527103'],
  ],
  ignores: ['archived under 053527103, see below', 'aba: 021000022'],
  generated: {
    mask: '0[1-9]######?',
    isValid: (v) =>
      (3 * (Number(v[0]) + Number(v[3]) + Number(v[6])) +
        7 * (Number(v[1]) + Number(v[4]) + Number(v[7])) +
        Number(v[2]) +
        Number(v[5]) +
        Number(v[8])) %
        10 ===
      0,
  },
});
