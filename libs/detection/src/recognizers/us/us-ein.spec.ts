import { describeRecognizer } from '../testing/describe-recognizer.js';
import { usEin } from './us-ein.js';

describeRecognizer(usEin, {
  finds: [
    ['Her ein 91-1144442 was confirmed.', '91-1144442'],
    ['(ein 16-8542675)', '16-8542675'],
    ['(fein 536384695)', '536384695'],
  ],
  ignores: ['archived under 16-8542675, see below', 'archived under 536384695, see below', 'ein: 07-1144442'],
  generated: { mask: '[135][0-6]#######', spellings: ['##-#######', '#########'] },
});
