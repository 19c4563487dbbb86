import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { frSiret } from './fr-siret.js';

describeRecognizer(frSiret, {
  finds: [
    ['siret: 73282932000074', '73282932000074'],
    ['Her siret 411 313 638 00008 was confirmed.', '411 313 638 00008'],
    ['(siret 47361140800005)', '47361140800005'],
    ['archived under 411 313 638 00008, see below', '411 313 638 00008'],
  ],
  ignores: ['archived under 47361140800005, see below', 'siret: 674 371 380 00000'],
  generated: {
    mask: '[3-9]########0000?',
    spellings: ['### ### ### #####', '##############'],
    isValid: (v) => stdnum.FR!.siret!.validate(v).isValid && stdnum.FR!.siren!.validate(v.slice(0, 9)).isValid,
  },
});
