import { describeRecognizer } from '../testing/describe-recognizer.js';
import { lbNationalId } from './lb-national-id.js';

describeRecognizer(lbNationalId, {
  finds: [
    ['رقم الهوية: 000045678901', '000045678901'],
    ['Her lebanese id 000085703569 was confirmed.', '000085703569'],
  ],
  ignores: ['archived under 000085703569, see below', 'رقم الهوية: 00001234'],
  generated: { mask: '0000########' },
});
