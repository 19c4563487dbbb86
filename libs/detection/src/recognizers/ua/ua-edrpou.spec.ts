import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { uaEdrpou } from './ua-edrpou.js';

describeRecognizer(uaEdrpou, {
  finds: [
    ['єдрпоу: 32855961', '32855961'],
    ['Her edrpou 28233800 was confirmed.', '28233800'],
  ],
  ignores: ['archived under 28233800, see below', 'єдрпоу: 27088142'],
  generated: { mask: '[2-4]######?', isValid: (v) => stdnum.UA!.edrpou!.validate(v).isValid },
});
