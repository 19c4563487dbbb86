import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { ilId } from './il-id.js';

describeRecognizer(ilId, {
  finds: [
    ['תעודת זהות: 39337423-6', '39337423-6'],
    ['Her teudat zehut 310335674 was confirmed.', '310335674'],
    ['(תעודת זהות 25811417-2)', '25811417-2'],
  ],
  ignores: ['archived under 310335674, see below', 'archived under 25811417-2, see below', 'תעודת זהות: 285611365'],
  generated: {
    mask: '[0-3]#######?',
    spellings: ['#########', '########-#'],
    isValid: (v) => stdnum.IL!.idnr!.validate(v).isValid,
  },
});
