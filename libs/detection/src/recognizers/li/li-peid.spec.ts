import { describeRecognizer } from '../testing/describe-recognizer.js';
import { liPeid } from './li-peid.js';

describeRecognizer(liPeid, {
  finds: [
    ['peid: 000001234567', '000001234567'],
    ['Her peid 00000528708 was confirmed.', '00000528708'],
  ],
  ignores: ['archived under 00000528708, see below', 'peid: 12345'],
  generated: { mask: '00000[1-9]#####' },
});
