import { describeRecognizer } from '../testing/describe-recognizer.js';
import { usItin } from './us-itin.js';

describeRecognizer(usItin, {
  finds: [
    ['Her itin 912-90-3456 was confirmed.', '912-90-3456'],
    ['(itin 921-84-0801)', '921-84-0801'],
    ['(individual taxpayer 916 72 1316)', '916 72 1316'],
    ['(individual taxpayer identification number 952706577)', '952706577'],
    ['archived under 921-84-0801, see below', '921-84-0801'],
  ],
  ignores: [
    'archived under 916 72 1316, see below',
    'archived under 952706577, see below',
    'itin: 900-12-3456',
    'itin: 912-93-3456',
  ],
  generated: { mask: '9##[78][0-8]####', spellings: ['###-##-####', '### ## ####', '#########'] },
});
