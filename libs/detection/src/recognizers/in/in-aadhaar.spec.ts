import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { inAadhaar } from './in-aadhaar.js';

describeRecognizer(inAadhaar, {
  finds: [
    ['Her aadhaar 2341 2341 2346 was confirmed.', '2341 2341 2346'],
    ['आधार: 2341-2341-2346', '2341-2341-2346'],
    ['(aadhaar 2798 6010 5620)', '2798 6010 5620'],
    ['(आधार संख्या 3004-0647-0600)', '3004-0647-0600'],
    ['(uid 413135463716)', '413135463716'],
  ],
  ignores: [
    'archived under 2798 6010 5620, see below',
    'archived under 3004-0647-0600, see below',
    'archived under 413135463716, see below',
    'aadhaar: 2341 2341 2347',
    'aadhaar: 1341 2341 2346',
  ],
  generated: {
    mask: '[2-9]##########?',
    spellings: ['#### #### ####', '####-####-####', '############'],
    isValid: (v) => stdnum.IN!.aadhaar!.validate(v).isValid,
  },
});
