import { describeRecognizer } from '../testing/describe-recognizer.js';
import { caQcHealth } from './ca-qc-health.js';

describeRecognizer(caQcHealth, {
  finds: [
    ['ramq: BOUF 9401 1419', 'BOUF 9401 1419'],
    ['Her ramq TREM 9909 3050 was confirmed.', 'TREM 9909 3050'],
    ['(ramq TREM51012480)', 'TREM51012480'],
    ['archived under TREM 9909 3050, see below', 'TREM 9909 3050'],
  ],
  ignores: ['archived under TREM51012480, see below', 'ramq: BOUF 9413 1419'],
  generated: { mask: 'TREM{ymd}##', spellings: ['#### #### ####', '############'] },
});
