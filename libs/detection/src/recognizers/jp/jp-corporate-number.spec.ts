import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { jpCorporateNumber } from './jp-corporate-number.js';

describeRecognizer(jpCorporateNumber, {
  finds: [
    ['法人番号: 5835678256246', '5835678256246'],
    ['Her corporate number 6406877596937 was confirmed.', '6406877596937'],
  ],
  ignores: ['archived under 6406877596937, see below', '法人番号: 9840685035598'],
  generated: { mask: '?############', isValid: (v) => stdnum.JP!.cn!.validate(v).isValid },
});
