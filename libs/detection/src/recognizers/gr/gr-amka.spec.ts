import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { grAmka } from './gr-amka.js';

describeRecognizer(grAmka, {
  finds: [
    ['αμκα: 01013099997', '01013099997'],
    ['Her amka 21027613286 was confirmed.', '21027613286'],
  ],
  ignores: ['archived under 21027613286, see below', 'αμκα: 01133099990'],
  generated: { mask: '{dmy}####?', isValid: (v) => stdnum.GR!.amka!.validate(v).isValid },
});
