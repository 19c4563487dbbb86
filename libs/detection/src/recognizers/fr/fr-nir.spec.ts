import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { frNir } from './fr-nir.js';

describeRecognizer(frNir, {
  finds: [
    ['sécurité sociale: 2 95 10 99 126 111 93', '2 95 10 99 126 111 93'],
    ['Her french social security number 253072A07300443 was confirmed.', '253072A07300443'],
    ['(sécurité sociale 1 61 04 33 889 585 16)', '1 61 04 33 889 585 16'],
    ['(social security number 294045202445554)', '294045202445554'],
    ['archived under 1 61 04 33 889 585 16, see below', '1 61 04 33 889 585 16'],
  ],
  ignores: ['archived under 294045202445554, see below', 'sécurité sociale: 253072C07300443'],
  generated: {
    mask: '[12]##0[1-9][0-8][1-9]######??',
    spellings: ['# ## ## ## ### ### ##', '###############'],
    isValid: (v) => stdnum.FR!.nir!.validate(v).isValid,
  },
});
