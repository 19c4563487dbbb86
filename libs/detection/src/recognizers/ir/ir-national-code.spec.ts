import { describeRecognizer } from '../testing/describe-recognizer.js';
import { irNationalCode } from './ir-national-code.js';

describeRecognizer(irNationalCode, {
  finds: [
    ['کد ملی: 0013542419', '0013542419'],
    ['Her iranian national code 0019492111 was confirmed.', '0019492111'],
    ['(کد ملی 008-978972-5)', '008-978972-5'],
    ['archived under 008-978972-5, see below', '008-978972-5'],
  ],
  ignores: ['archived under 0019492111, see below', 'کد ملی: 0013542418'],
  generated: {
    mask: '00#######?',
    spellings: ['##########', '###-######-#'],
    isValid: (v) => {
      const s = [...v.slice(0, 9)].reduce((a, d, i) => a + Number(d) * (10 - i), 0) % 11;
      return Number(v[9]) === (s < 2 ? s : 11 - s);
    },
  },
});
