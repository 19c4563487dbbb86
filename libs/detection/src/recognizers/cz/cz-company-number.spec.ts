import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { czCompanyNumber } from './cz-company-number.js';

describeRecognizer(czCompanyNumber, {
  finds: [
    ['ičo: 25123891', '25123891'],
    ['Her ico 41320654 was confirmed.', '41320654'],
    ['(ičo CZ22250859)', 'CZ22250859'],
  ],
  ignores: ['archived under 41320654, see below', 'archived under CZ22250859, see below', 'ičo: 57103692'],
  generated: {
    mask: '[1-8]######?',
    spellings: ['########', 'CZ########'],
    isValid: (v) => stdnum.CZ!.dic!.validate(v).isValid,
  },
});
