import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { frVat } from './fr-vat.js';

describeRecognizer(frVat, {
  finds: [
    ['tva: FR 40 303 265 045', 'FR 40 303 265 045'],
    ['Her vat FR62463974717 was confirmed.', 'FR62463974717'],
    ['(tva FR58 464 732 221)', 'FR58 464 732 221'],
    ['archived under FR62463974717, see below', 'FR62463974717'],
    ['archived under FR58 464 732 221, see below', 'FR58 464 732 221'],
  ],
  ignores: ['tva: FR03463831785'],
  generated: {
    mask: 'FR??[4]########',
    spellings: ['#############', '#### ### ### ###'],
    isValid: (v) => stdnum.FR!.tva!.validate(v).isValid,
  },
});
