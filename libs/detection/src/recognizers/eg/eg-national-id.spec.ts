import { describeRecognizer } from '../testing/describe-recognizer.js';
import { egNationalId } from './eg-national-id.js';

describeRecognizer(egNationalId, {
  finds: [
    ['الرقم القومي: 28504120112345', '28504120112345'],
    ['Her egyptian national id 26104070248919 was confirmed.', '26104070248919'],
  ],
  ignores: ['archived under 26104070248919, see below', 'الرقم القومي: 28513120112345'],
  generated: { mask: '2{ymd}0[1-4]#####' },
});
