import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { caSin } from './ca-sin.js';

describeRecognizer(caSin, {
  finds: [
    ['Her sin 123-456-782 was confirmed.', '123-456-782'],
    ['nas: 306-933-011', '306-933-011'],
    ['(sin 123 612 459)', '123 612 459'],
    ['(numéro d’assurance sociale 164123143)', '164123143'],
  ],
  ignores: [
    'archived under 306-933-011, see below',
    'archived under 123 612 459, see below',
    'archived under 164123143, see below',
    'sin: 123-456-783',
    'sin: 046 454 286',
  ],
  generated: {
    mask: '[1-79]#######?',
    spellings: ['###-###-###', '### ### ###', '#########'],
    isValid: (v) => stdnum.CA!.sin!.validate(v).isValid,
  },
});
