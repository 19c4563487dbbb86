import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { caBcHealth } from './ca-bc-health.js';

describeRecognizer(caBcHealth, {
  finds: [
    ['Her phn 9698 658 215 was confirmed.', '9698 658 215'],
    ['(phn 9969 500 075)', '9969 500 075'],
    ['(personal health number 9806130817)', '9806130817'],
  ],
  ignores: ['archived under 9969 500 075, see below', 'archived under 9806130817, see below', 'phn: 9415 521 843'],
  generated: {
    mask: '9########?',
    spellings: ['#### ### ###', '##########'],
    isValid: (v) => stdnum.CA!.bc_bhn!.validate(v).isValid,
  },
});
