import { describeRecognizer } from '../testing/describe-recognizer.js';
import { jmTrn } from './jm-trn.js';

describeRecognizer(jmTrn, {
  finds: [
    ['Her trn 123-456-789 was confirmed.', '123-456-789'],
    ['(trn 182-255-387)', '182-255-387'],
    ['(taxpayer registration number 144345394)', '144345394'],
  ],
  ignores: ['archived under 182-255-387, see below', 'archived under 144345394, see below'],
  generated: { mask: '1########', spellings: ['###-###-###', '#########'] },
});
