import { describeRecognizer } from '../testing/describe-recognizer.js';
import { auMedicare } from './au-medicare.js';

describeRecognizer(auMedicare, {
  finds: [
    ['Her medicare 2123 45670 1 was confirmed.', '2123 45670 1'],
    ['(medicare 2335 50552 1)', '2335 50552 1'],
    ['(medicare number 3095206141)', '3095206141'],
    ['archived under 2335 50552 1, see below', '2335 50552 1'],
  ],
  ignores: ['archived under 3095206141, see below', 'medicare: 2123 45671 1'],
  generated: {
    mask: '[2-6]#######?1',
    spellings: ['#### ##### #', '##########'],
    isValid: (v) =>
      [...v.slice(0, 8)].reduce((s, d, i) => s + Number(d) * [1, 3, 7, 9][i % 4]!, 0) % 10 === Number(v[8]),
  },
});
