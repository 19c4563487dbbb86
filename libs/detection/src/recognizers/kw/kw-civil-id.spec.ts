import { describeRecognizer } from '../testing/describe-recognizer.js';
import { kwCivilId } from './kw-civil-id.js';

describeRecognizer(kwCivilId, {
  finds: [
    ['الرقم المدني: 296011158204', '296011158204'],
    ['Her civil id 296011158204 was confirmed.', '296011158204'],
  ],
  ignores: ['archived under 296011158204, see below', 'الرقم المدني: 285133100123'],
  generated: {
    mask: '2{ymd}####?',
    isValid: (v) => {
      const w = [2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
      let s = 0;
      for (let i = 0; i < 11; i++) s += w[i]! * Number(v[i]);
      const c = 11 - (s % 11);
      return c < 10 && c === Number(v[11]);
    },
  },
});
