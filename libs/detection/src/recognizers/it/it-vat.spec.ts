import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { itVat } from './it-vat.js';

describeRecognizer(itVat, {
  finds: [
    ['partita iva: IT00743110157', 'IT00743110157'],
    ['Her vat 01392610752 was confirmed.', '01392610752'],
    ['(partita iva IT03005420744)', 'IT03005420744'],
    ['archived under IT03005420744, see below', 'IT03005420744'],
  ],
  ignores: ['archived under 01392610752, see below', 'partita iva: 09094710623'],
  generated: {
    mask: '0[1-9]#####0[1-9]#?',
    spellings: ['###########', 'IT###########'],
    isValid: (v) => stdnum.IT!.iva!.validate(v).isValid,
  },
});
