import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { atVat } from './at-vat.js';

describeRecognizer(atVat, {
  finds: [
    ['uid: ATU13585627', 'ATU13585627'],
    ['Her vat ATU03926172 was confirmed.', 'ATU03926172'],
    ['(uid AT U52005422)', 'AT U52005422'],
    ['archived under ATU03926172, see below', 'ATU03926172'],
    ['archived under AT U52005422, see below', 'AT U52005422'],
  ],
  ignores: ['uid: ATU74909479'],
  generated: {
    mask: 'ATU#######?',
    spellings: ['###########', '## #########'],
    isValid: (v) => stdnum.AT!.uid!.validate(v).isValid,
  },
});
