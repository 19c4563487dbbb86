import { describeRecognizer } from '../testing/describe-recognizer.js';
import { zmNrc } from './zm-nrc.js';

describeRecognizer(zmNrc, {
  finds: [
    ['Her nrc 123456/11/1 was confirmed.', '123456/11/1'],
    ['(nrc 822553/67/1)', '822553/67/1'],
  ],
  ignores: ['archived under 822553/67/1, see below', 'nrc: 123456/11/4'],
  generated: { mask: '[1-9]#####[1-7]#1', spellings: ['######/##/#'] },
});
