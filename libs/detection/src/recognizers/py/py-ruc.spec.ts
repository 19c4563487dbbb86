import { describeRecognizer } from '../testing/describe-recognizer.js';
import { pyRuc } from './py-ruc.js';

describeRecognizer(pyRuc, {
  finds: [
    ['ruc: 80028061-0', '80028061-0'],
    ['Her ruc 80894083-0 was confirmed.', '80894083-0'],
  ],
  ignores: ['archived under 80894083-0, see below', 'ruc: 80033942-9'],
  generated: {
    mask: '80######?',
    spellings: ['########-#'],
    isValid: (v) => {
      let s = 0;
      for (let i = 0; i < v.length - 1; i++) s += Number(v[i]) * (v.length - i);
      const r = s % 11;
      return (r > 1 ? 11 - r : 0) === Number(v.at(-1));
    },
  },
});
