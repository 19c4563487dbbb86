import { describeRecognizer } from '../testing/describe-recognizer.js';
import { snNinea } from './sn-ninea.js';

describeRecognizer(snNinea, {
  finds: [
    ['ninea: 3067221', '3067221'],
    ['Her ninea 30672212G2 was confirmed.', '30672212G2'],
    ['(ninea 00735652B2)', '00735652B2'],
  ],
  ignores: ['archived under 00735652B2, see below'],
  generated: { mask: '00[0-9]####2[ABCG]2' },
});
