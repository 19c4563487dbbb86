import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { cyTic } from './cy-tic.js';

describeRecognizer(cyTic, {
  finds: [
    ['αφτ: CY10259033P', 'CY10259033P'],
    ['Her tic CY59758209X was confirmed.', 'CY59758209X'],
    ['(αφτ 08720310G)', '08720310G'],
    ['archived under CY59758209X, see below', 'CY59758209X'],
  ],
  ignores: ['archived under 08720310G, see below', 'αφτ: CY97860959G'],
  generated: {
    mask: '[03459]#######!',
    spellings: ['CY#########', '#########'],
    isValid: (v) => stdnum.CY!.vat!.validate(v).isValid,
  },
});
