import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { czBirthNumber } from './cz-birth-number.js';

describeRecognizer(czBirthNumber, {
  finds: [
    ['rodné číslo: 710319/2745', '710319/2745'],
    ['Her czech birth number 777118/8601 was confirmed.', '777118/8601'],
    ['(rodné číslo 7241244747)', '7241244747'],
  ],
  ignores: [
    'archived under 777118/8601, see below',
    'archived under 7241244747, see below',
    'rodné číslo: 711319/2745',
  ],
  generated: {
    mask: '[567]##[0-1]#####?',
    spellings: ['######/####', '##########'],
    isValid: (v) => stdnum.CZ!.rc!.validate(v).isValid,
  },
});
