import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { hrOib } from './hr-oib.js';

describeRecognizer(hrOib, {
  finds: [
    ['oib: 33392005961', '33392005961'],
    ['Her oib 36133288955 was confirmed.', '36133288955'],
    ['(oib HR85594362029)', 'HR85594362029'],
    ['archived under HR85594362029, see below', 'HR85594362029'],
  ],
  ignores: ['archived under 36133288955, see below', 'oib: 44550030974'],
  generated: {
    mask: '##########?',
    spellings: ['###########', 'HR###########'],
    isValid: (v) => stdnum.HR!.oib!.validate(v).isValid,
  },
});
