import { describeRecognizer } from '../testing/describe-recognizer.js';
import { deIdCard } from './de-id-card.js';

describeRecognizer(deIdCard, {
  finds: [
    ['personalausweis: L01X00T471', 'L01X00T471'],
    ['Her german id card L01X00T47 was confirmed.', 'L01X00T47'],
    ['(personalausweis C01X00T478)', 'C01X00T478'],
    ['(id card LH67185685)', 'LH67185685'],
  ],
  ignores: ['archived under LH67185685, see below', 'personalausweis: L01X00T472'],
  generated: {
    mask: '[LTC][0-9CFGHJKLMNPRTVWXYZ]#######?',
    isValid: (v) =>
      [...v.slice(0, 9)].reduce((s, c, i) => s + Number.parseInt(c, 36) * [7, 3, 1][i % 3]!, 0) % 10 === Number(v[9]),
  },
});
