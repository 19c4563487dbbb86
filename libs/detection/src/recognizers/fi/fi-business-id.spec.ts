import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { fiBusinessId } from './fi-business-id.js';

describeRecognizer(fiBusinessId, {
  finds: [
    ['y-tunnus: 2077474-0', '2077474-0'],
    ['fo-nummer: 2634706-1', '2634706-1'],
    ['Her business id FI71516186 was confirmed.', 'FI71516186'],
    ['archived under FI71516186, see below', 'FI71516186'],
  ],
  ignores: ['archived under 2634706-1, see below', 'y-tunnus: 3097478-0'],
  generated: {
    mask: '#######?',
    spellings: ['#######-#', 'FI########'],
    isValid: (v) => stdnum.FI!.ytunnus!.validate(v).isValid,
  },
});
