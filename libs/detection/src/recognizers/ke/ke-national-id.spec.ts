import { describeRecognizer } from '../testing/describe-recognizer.js';
import { keNationalId } from './ke-national-id.js';

describeRecognizer(keNationalId, {
  finds: [
    ['Her kenyan id 23456789 was confirmed.', '23456789'],
    ['kitambulisho: 26026255', '26026255'],
  ],
  ignores: ['archived under 26026255, see below'],
  generated: { mask: '[123]#######' },
});
