import { describeRecognizer } from '../testing/describe-recognizer.js';
import { twUbn } from './tw-ubn.js';

describeRecognizer(twUbn, {
  finds: [
    ['統一編號: 00501503', '00501503'],
    ['Her ubn 12345675 was confirmed.', '12345675'],
    ['(統一編號 89422703)', '89422703'],
  ],
  ignores: ['archived under 89422703, see below', '統一編號: 00501502'],
  generated: {
    mask: '[0-9]######?',
    isValid: (v) => {
      const s = [...v].reduce(
        (a, d, i) => a + [...String(Number(d) * Number('12121241'[i]))].reduce((x, y) => x + Number(y), 0),
        0,
      );
      return s % 5 === 0 || (v[6] === '7' && s % 5 === 4);
    },
  },
});
