import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { gtNit } from './gt-nit.js';

describeRecognizer(gtNit, {
  finds: [
    ['nit: 576937-K', '576937-K'],
    ['Her nit 8242178-1 was confirmed.', '8242178-1'],
    ['(nit 61296171)', '61296171'],
  ],
  ignores: ['archived under 8242178-1, see below', 'archived under 61296171, see below', 'nit: 4271631-5'],
  generated: {
    mask: '[1-9]######!',
    spellings: ['#######-#', '########'],
    isValid: (v) => stdnum.GT!.nit!.validate(v).isValid,
  },
});
