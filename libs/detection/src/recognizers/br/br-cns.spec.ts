import { describeRecognizer } from '../testing/describe-recognizer.js';
import { brCns } from './br-cns.js';

describeRecognizer(brCns, {
  finds: [
    ['cns: 770 8282 6640 2750', '770 8282 6640 2750'],
    ['Her cns 759239078041105 was confirmed.', '759239078041105'],
    ['archived under 770 8282 6640 2750, see below', '770 8282 6640 2750'],
  ],
  ignores: ['archived under 759239078041105, see below', 'cns: 702 2310 4405 9982'],
  generated: {
    mask: '7#############?',
    spellings: ['### #### #### ####', '###############'],
    isValid: (v) => [...v].reduceRight((s, d, i) => s + Number(d) * (15 - i), 0) % 11 === 0,
  },
});
