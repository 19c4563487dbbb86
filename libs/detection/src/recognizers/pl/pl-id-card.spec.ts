import { describeRecognizer } from '../testing/describe-recognizer.js';
import { plIdCard } from './pl-id-card.js';

describeRecognizer(plIdCard, {
  finds: [
    ['dowód: ABA300000', 'ABA300000'],
    ['Her polish id card AIX 485426 was confirmed.', 'AIX 485426'],
    ['(dowód ASO784638)', 'ASO784638'],
  ],
  ignores: ['archived under AIX 485426, see below', 'archived under ASO784638, see below', 'dowód: ALS 595829'],
  generated: {
    mask: 'A@@?#####',
    spellings: ['### ######', '#########'],
    isValid: (v) =>
      (7 * 10 +
        3 * Number.parseInt(v[1]!, 36) +
        Number.parseInt(v[2]!, 36) +
        [...v.slice(3)].reduce((s, d, i) => s + Number(d) * [9, 7, 3, 1, 7, 3][i]!, 0)) %
        10 ===
      0,
  },
});
