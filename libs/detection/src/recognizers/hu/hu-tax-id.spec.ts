import { describeRecognizer } from '../testing/describe-recognizer.js';
import { huTaxId } from './hu-tax-id.js';

describeRecognizer(huTaxId, {
  finds: [
    ['adóazonosító: 8071592153', '8071592153'],
    ['Her hungarian tax id 8523261230 was confirmed.', '8523261230'],
  ],
  ignores: ['archived under 8523261230, see below', 'adóazonosító: 8528746985'],
  generated: {
    mask: '8[3-5]#######?',
    isValid: (v) => [...v.slice(0, 9)].reduce((s, d, i) => s + Number(d) * (i + 1), 0) % 11 === Number(v[9]),
  },
});
