import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { huVat } from './hu-vat.js';

describeRecognizer(huVat, {
  finds: [
    ['adószám: HU12892312', 'HU12892312'],
    ['Her vat 12892312-2-41 was confirmed.', '12892312-2-41'],
    ['(adószám HU18138306)', 'HU18138306'],
    ['(hungarian tax number 11022406)', '11022406'],
    ['archived under HU18138306, see below', 'HU18138306'],
  ],
  ignores: ['archived under 11022406, see below', 'adószám: HU21297321'],
  generated: {
    mask: '[1-2]######?',
    spellings: ['HU########', '########'],
    isValid: (v) => stdnum.HU!.anum!.validate(v).isValid,
  },
});
