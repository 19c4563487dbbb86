import { describeRecognizer } from '../testing/describe-recognizer.js';
import { alNipt } from './al-nipt.js';

describeRecognizer(alNipt, {
  finds: [
    ['nipt: J91402501L', 'J91402501L'],
    ['Her nipt K22218003V was confirmed.', 'K22218003V'],
    ['(nipt L58606859F)', 'L58606859F'],
  ],
  ignores: ['archived under L58606859F, see below', 'nipt: Z 22218003 V'],
  generated: { mask: '[JKL]###[0-2][1-9]###[A-Z]' },
});
