import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { seOrgNumber } from './se-org-number.js';

describeRecognizer(seOrgNumber, {
  finds: [
    ['organisationsnummer: 123456-7897', '123456-7897'],
    ['Her organisation number 558082-8266 was confirmed.', '558082-8266'],
    ['(organisationsnummer 5574027552)', '5574027552'],
    ['(organization number SE559239078401)', 'SE559239078401'],
    ['archived under SE559239078401, see below', 'SE559239078401'],
  ],
  ignores: [
    'archived under 558082-8266, see below',
    'archived under 5574027552, see below',
    'organisationsnummer: 552411-0020',
  ],
  generated: {
    mask: '55[2-9]######?',
    spellings: ['######-####', '##########', 'SE##########01'],
    isValid: (v) => stdnum.SE!.orgnr!.validate(v).isValid,
  },
});
