import { describeRecognizer } from '../testing/describe-recognizer.js';
import { sgNric } from './sg-nric.js';

describeRecognizer(sgNric, {
  finds: [
    ['Her nric S1234567D was confirmed.', 'S1234567D'],
    ['身份证: T1234567J', 'T1234567J'],
    ['kad pengenalan: G1234567X', 'G1234567X'],
    ['(nric F3622024N)', 'F3622024N'],
    ['archived under F3622024N, see below', 'F3622024N'],
  ],
  ignores: ['nric: S1234567E'],
  generated: {
    mask: '[STFG]#######!',
    isValid: (v) => {
      const s =
        [...v.slice(1, 8)].reduce(
          (a, d, i) => a + Number(d) * [2, 7, 6, 5, 4, 3, 2][i]!,
          'TG'.includes(v[0]!) ? 4 : 0,
        ) % 11;
      return 'ABCDEFGHIZJ|KLMNPQRTUWX'.split('|')['FG'.includes(v[0]!) ? 1 : 0]![10 - s] === v[8];
    },
  },
});
