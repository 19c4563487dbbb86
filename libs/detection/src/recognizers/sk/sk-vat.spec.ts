import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { skVat } from './sk-vat.js';

describeRecognizer(skVat, {
  finds: [
    ['ič dph: SK2022749619', 'SK2022749619'],
    ['Her vat SK2042306200 was confirmed.', 'SK2042306200'],
    ['archived under SK2042306200, see below', 'SK2042306200'],
  ],
  ignores: ['ič dph: SK2039361798'],
  generated: {
    mask: 'SK20[2-4]######?',
    spellings: ['############'],
    isValid: (v) => stdnum.SK!.dph!.validate(v).isValid,
  },
});
