import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { mzNuit } from './mz-nuit.js';

describeRecognizer(mzNuit, {
  finds: [
    ['nuit: 400339910', '400339910'],
    ['Her nuit 100 251 353 was confirmed.', '100 251 353'],
    ['(nuit 400977682)', '400977682'],
  ],
  ignores: ['archived under 100 251 353, see below', 'archived under 400977682, see below', 'nuit: 400 756 962'],
  generated: {
    mask: '[14]00#####?',
    spellings: ['### ### ###', '#########'],
    isValid: (v) => stdnum.MZ!.nuit!.validate(v).isValid,
  },
});
