import { describeRecognizer } from '../testing/describe-recognizer.js';
import { jpMyNumber } from './jp-my-number.js';

describeRecognizer(jpMyNumber, {
  finds: [
    ['マイナンバー: 1234 5678 9018', '1234 5678 9018'],
    ['Her my number 9523 1194 6715 was confirmed.', '9523 1194 6715'],
    ['(マイナンバー 946368411281)', '946368411281'],
  ],
  ignores: [
    'archived under 9523 1194 6715, see below',
    'archived under 946368411281, see below',
    'マイナンバー: 1234 5678 9019',
  ],
  generated: {
    mask: '[1-9]##########?',
    spellings: ['#### #### ####', '############'],
    isValid: (v) => {
      let s = 0;
      for (let n = 1; n <= 11; n++) s += Number(v[11 - n]) * (n <= 6 ? n + 1 : n - 5);
      const r = s % 11;
      return (r <= 1 ? 0 : 11 - r) === Number(v[11]);
    },
  },
});
