import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { fiHetu } from './fi-hetu.js';

describeRecognizer(fiHetu, {
  finds: [
    ['henkilötunnus: 131052-308T', '131052-308T'],
    ['personbeteckning: 190579-520E', '190579-520E'],
    ['Her personal identity code 131052-308T was confirmed.', '131052-308T'],
    ['archived under 190579-520E, see below', '190579-520E'],
  ],
  ignores: ['henkilötunnus: 321052-308T'],
  generated: { mask: '{dmy}[-A]###!', isValid: (v) => stdnum.FI!.hetu!.validate(v).isValid },
});
