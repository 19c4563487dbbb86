import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { dkCvr } from './dk-cvr.js';

describeRecognizer(dkCvr, {
  finds: [
    ['cvr: 13585628', '13585628'],
    ['Her cvr 61273786 was confirmed.', '61273786'],
    ['(cvr 11 06 42 80)', '11 06 42 80'],
    ['(danish vat number DK49918615)', 'DK49918615'],
  ],
  ignores: [
    'archived under 61273786, see below',
    'archived under 11 06 42 80, see below',
    'archived under DK49918615, see below',
    'cvr: 86831733',
  ],
  generated: {
    mask: '[1-9]######?',
    spellings: ['########', '## ## ## ##', 'DK########'],
    isValid: (v) => stdnum.DK!.cvr!.validate(v).isValid,
  },
});
