import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { noOrgNumber } from './no-org-number.js';

describeRecognizer(noOrgNumber, {
  finds: [
    ['organisasjonsnummer: 988077917', '988077917'],
    ['Her organisation number 855 853 183 was confirmed.', '855 853 183'],
    ['(organisasjonsnummer 852443316)', '852443316'],
    ['(organization number 929 222 032 MVA)', '929 222 032 MVA'],
    ['archived under 929 222 032 MVA, see below', '929 222 032 MVA'],
  ],
  ignores: [
    'archived under 855 853 183, see below',
    'archived under 852443316, see below',
    'organisasjonsnummer: 834 444 233',
  ],
  generated: {
    mask: '[89]#######?',
    spellings: ['### ### ###', '#########', '### ### ### MVA'],
    isValid: (v) => stdnum.NO!.orgnr!.validate(v).isValid,
  },
});
