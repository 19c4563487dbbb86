import { describeRecognizer } from '../testing/describe-recognizer.js';
import { iqNationalId } from './iq-national-id.js';

describeRecognizer(iqNationalId, {
  finds: [
    ['البطاقة الوطنية: 198512345678', '198512345678'],
    ['Her iraqi national id 199418050131 was confirmed.', '199418050131'],
  ],
  ignores: ['archived under 199418050131, see below'],
  generated: { mask: '19[5-9]#########' },
});
