import { describeRecognizer } from '../testing/describe-recognizer.js';
import { noBankAccount } from './no-bank-account.js';

describeRecognizer(noBankAccount, {
  finds: [
    ['kontonummer: 8601 11 17947', '8601 11 17947'],
    ['Her account 4551.60.68020 was confirmed.', '4551.60.68020'],
    ['(kontonummer 24931695343)', '24931695343'],
    ['archived under 4551.60.68020, see below', '4551.60.68020'],
  ],
  ignores: ['archived under 24931695343, see below', 'kontonummer: 8539.39.52233'],
  generated: {
    mask: '[1-9]#########?',
    spellings: ['####.##.#####', '###########'],
    isValid: (v) => [...v].reduce((s, d, i) => s + Number(d) * [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1][i]!, 0) % 11 === 0,
  },
});
