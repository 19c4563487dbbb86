import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { siEmso } from './si-emso.js';

describeRecognizer(siEmso, {
  finds: [
    ['emšo: 0101006500006', '0101006500006'],
    ['Her emso 3009998507276 was confirmed.', '3009998507276'],
  ],
  ignores: ['archived under 3009998507276, see below', 'emšo: 0113006500006'],
  generated: { mask: '{dm}9{y}50###?', isValid: (v) => stdnum.SI!.jmbg!.validate(v).isValid },
});
