import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { skBirthNumber } from './sk-birth-number.js';

describeRecognizer(skBirthNumber, {
  finds: [
    ['rodné číslo: 710319/2745', '710319/2745'],
    ['Her slovak birth number 790107/3279 was confirmed.', '790107/3279'],
    ['(rodné číslo 6401074812)', '6401074812'],
  ],
  ignores: [
    'archived under 790107/3279, see below',
    'archived under 6401074812, see below',
    'rodné číslo: 711319/2745',
  ],
  generated: {
    mask: '[567]##[0-1]#####?',
    spellings: ['######/####', '##########'],
    isValid: (v) => stdnum.SK!.rc!.validate(v).isValid,
  },
});
