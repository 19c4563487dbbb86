import { describeRecognizer } from '../testing/describe-recognizer.js';
import { usDea } from './us-dea.js';

describeRecognizer(usDea, {
  finds: [
    ['Her dea BB1388568 was confirmed.', 'BB1388568'],
    ['(dea AB1234563)', 'AB1234563'],
    ['(dea number BR6483464)', 'BR6483464'],
  ],
  ignores: ['archived under BR6483464, see below', 'dea: BB1388567'],
  generated: {
    mask: 'B@######?',
    isValid: (v) =>
      (Number(v[2]) + Number(v[4]) + Number(v[6]) + 2 * (Number(v[3]) + Number(v[5]) + Number(v[7]))) % 10 ===
      Number(v[8]),
  },
});
