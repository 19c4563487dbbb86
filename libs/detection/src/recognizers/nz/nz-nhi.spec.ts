import { describeRecognizer } from '../testing/describe-recognizer.js';
import { nzNhi } from './nz-nhi.js';

describeRecognizer(nzNhi, {
  finds: [
    ['Her nhi ZZZ0016 was confirmed.', 'ZZZ0016'],
    ['(nhi ZAC5361)', 'ZAC5361'],
    ['(nhi number ZBN77VL)', 'ZBN77VL'],
    ['(national health index ZZZ5557)', 'ZZZ5557'],
  ],
  ignores: ['archived under ZZZ5557, see below', 'nhi: ZZZ0017'],
  generated: {
    mask: 'ZZZ###?',
    isValid: (v) => {
      const a = ' ABCDEFGHJKLMNPQRSTUVWXYZ';
      const s = [...v.slice(0, 6)].reduce((t, c, i) => t + (7 - i) * (i < 3 ? a.indexOf(c) : Number(c)), 0) % 11;
      return s !== 0 && (s === 1 ? 0 : 11 - s) === Number(v[6]);
    },
  },
});
