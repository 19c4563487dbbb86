import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { frTaxNumber } from './fr-tax-number.js';

describeRecognizer(frTaxNumber, {
  finds: [
    ['numéro fiscal: 30 23 217 600 053', '30 23 217 600 053'],
    ['Her french tax number 25 86 003 520 128 was confirmed.', '25 86 003 520 128'],
    ['(numéro fiscal 0258236297403)', '0258236297403'],
    ['archived under 25 86 003 520 128, see below', '25 86 003 520 128'],
  ],
  ignores: ['archived under 0258236297403, see below', 'numéro fiscal: 30 23 217 600 054'],
  generated: {
    mask: '[0-3]#########[0-5]??',
    spellings: ['## ## ### ### ###', '#############'],
    isValid: (v) => stdnum.FR!.nif!.validate(v).isValid,
  },
});
