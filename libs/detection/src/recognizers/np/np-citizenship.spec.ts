import { describeRecognizer } from '../testing/describe-recognizer.js';
import { npCitizenship } from './np-citizenship.js';

describeRecognizer(npCitizenship, {
  finds: [
    ['नागरिकता: 27-01-72-01234', '27-01-72-01234'],
    ['Her citizenship number 61-05-74-77176 was confirmed.', '61-05-74-77176'],
  ],
  ignores: ['archived under 61-05-74-77176, see below'],
  generated: { mask: '##0[1-7]7######', spellings: ['##-##-##-#####'] },
});
