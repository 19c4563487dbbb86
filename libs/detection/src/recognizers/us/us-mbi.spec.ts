import { describeRecognizer } from '../testing/describe-recognizer.js';
import { usMbi } from './us-mbi.js';

describeRecognizer(usMbi, {
  finds: [
    ['Her mbi 1EG4-TE5-MK73 was confirmed.', '1EG4-TE5-MK73'],
    ['(mbi 8FP4-Y62-MQ11)', '8FP4-Y62-MQ11'],
    ['(medicare 9XN1D23VM53)', '9XN1D23VM53'],
    ['archived under 8FP4-Y62-MQ11, see below', '8FP4-Y62-MQ11'],
  ],
  ignores: ['archived under 9XN1D23VM53, see below', 'mbi: 1SG4-TE5-MK73'],
  generated: {
    mask: '[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y]#[AC-HJKMNP-RT-Y]##[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y]##',
    spellings: ['####-###-####', '###########'],
  },
});
