import { describeRecognizer } from '../testing/describe-recognizer.js';
import { siTaxNumber } from './si-tax-number.js';

describeRecognizer(siTaxNumber, {
  finds: [
    ['davčna številka: SI50223054', 'SI50223054'],
    ['Her slovenian tax number 61358711 was confirmed.', '61358711'],
    ['(davčna številka SI73211435)', 'SI73211435'],
    ['archived under SI73211435, see below', 'SI73211435'],
  ],
  ignores: ['archived under 61358711, see below', 'davčna številka: 68717921'],
  generated: {
    mask: '[1-9]######?',
    spellings: ['########', 'SI########'],
    isValid: (v) => {
      const r = [...v.slice(0, 7)].reduce((s, d, i) => s + Number(d) * (8 - i), 0) % 11;
      return r > 0 && (r === 1 ? 0 : 11 - r) === Number(v[7]);
    },
  },
});
