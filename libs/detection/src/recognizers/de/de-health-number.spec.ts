import { describeRecognizer } from '../testing/describe-recognizer.js';
import { deHealthNumber } from './de-health-number.js';

describeRecognizer(deHealthNumber, {
  finds: [
    ['krankenversichertennummer: A000500015', 'A000500015'],
    ['Her health insurance number V388608737 was confirmed.', 'V388608737'],
    ['(krankenversichertennummer S235 053 004)', 'S235 053 004'],
  ],
  ignores: [
    'archived under V388608737, see below',
    'archived under S235 053 004, see below',
    'krankenversichertennummer: E135390845',
  ],
  generated: {
    mask: '@########?',
    spellings: ['##########', '#### ### ###'],
    isValid: (v) => {
      const d = String(v.charCodeAt(0) - 64).padStart(2, '0') + v.slice(1, 9);
      return (
        [...d].reduce((s, c, i) => s + [...String(Number(c) * (i % 2 ? 2 : 1))].reduce((a, x) => a + Number(x), 0), 0) %
          10 ===
        Number(v[9])
      );
    },
  },
});
