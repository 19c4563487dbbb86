import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { frSiren } from './fr-siren.js';

describeRecognizer(frSiren, {
  finds: [
    ['siren: 552 008 443', '552 008 443'],
    ['Her siren 854 180 544 was confirmed.', '854 180 544'],
    ['(siren 496458977)', '496458977'],
  ],
  ignores: ['archived under 854 180 544, see below', 'archived under 496458977, see below', 'siren: 632 432 630'],
  generated: {
    mask: '[3-9]#######?',
    spellings: ['### ### ###', '#########'],
    isValid: (v) => stdnum.FR!.siren!.validate(v).isValid,
  },
});
