import { describeRecognizer } from '../testing/describe-recognizer.js';
import { zwNationalId } from './zw-national-id.js';

describeRecognizer(zwNationalId, {
  finds: [
    ['Her national registration number 63-123456-F-42 was confirmed.', '63-123456-F-42'],
    ['(national registration number 10-132439-E-39)', '10-132439-E-39'],
    ['(zimbabwean id 36 170638 H 71)', '36 170638 H 71'],
    ['archived under 10-132439-E-39, see below', '10-132439-E-39'],
    ['archived under 36 170638 H 71, see below', '36 170638 H 71'],
  ],
  ignores: [],
  generated: { mask: '[1-8]#[12]#####[ABCDEFGH]##', spellings: ['##-######-#-##', '## ###### # ##'] },
});
