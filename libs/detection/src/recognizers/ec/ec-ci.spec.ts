import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { ecCi } from './ec-ci.js';

describeRecognizer(ecCi, {
  finds: [
    ['cédula: 171430710-3', '171430710-3'],
    ['Her ecuadorian id 041736175-5 was confirmed.', '041736175-5'],
    ['(cédula 0258297860)', '0258297860'],
  ],
  ignores: ['archived under 041736175-5, see below', 'archived under 0258297860, see below', 'cédula: 162340176-6'],
  generated: {
    mask: '[01][1-9][0-5]######?',
    spellings: ['#########-#', '##########'],
    isValid: (v) => stdnum.EC!.ci!.validate(v).isValid,
  },
});
