import { describeRecognizer } from '../testing/describe-recognizer.js';
import { vnCitizenId } from './vn-citizen-id.js';

describeRecognizer(vnCitizenId, {
  finds: [
    ['cccd: 001085012345', '001085012345'],
    ['Her cccd 001168258764 was confirmed.', '001168258764'],
  ],
  ignores: ['archived under 001168258764, see below', 'cccd: 099085012345'],
  generated: { mask: '001[01][5-9]#######' },
});
