import { describeRecognizer } from '../testing/describe-recognizer.js';
import { dkCpr } from './dk-cpr.js';

describeRecognizer(dkCpr, {
  finds: [
    ['cpr: 211062-5629', '211062-5629'],
    ['Her cpr 231163-2770 was confirmed.', '231163-2770'],
    ['(cpr 210688 8297)', '210688 8297'],
    ['(cpr number 1104552823)', '1104552823'],
  ],
  ignores: [
    'archived under 231163-2770, see below',
    'archived under 210688 8297, see below',
    'archived under 1104552823, see below',
    'cpr: 311362-5629',
  ],
  generated: { mask: '{dmy}####', spellings: ['######-####', '###### ####', '##########'] },
});
