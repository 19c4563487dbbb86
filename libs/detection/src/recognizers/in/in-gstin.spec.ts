import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { inGstin } from './in-gstin.js';

describeRecognizer(inGstin, {
  finds: [
    ['Her gstin 27AAPFU0939F1ZV was confirmed.', '27AAPFU0939F1ZV'],
    ['(gstin 27AAPFU9873F1ZC)', '27AAPFU9873F1ZC'],
    ['archived under 27AAPFU9873F1ZC, see below', '27AAPFU9873F1ZC'],
  ],
  ignores: ['gstin: 27AAPFU0939F1ZO'],
  generated: { mask: '27AAPFU####F1Z!', isValid: (v) => stdnum.IN!.gstin!.validate(v).isValid },
});
