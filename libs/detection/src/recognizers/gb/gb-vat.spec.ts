import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { gbVat } from './gb-vat.js';

describeRecognizer(gbVat, {
  finds: [
    ['Her vat GB 980 7806 84 was confirmed.', 'GB 980 7806 84'],
    ['(vat GB200900036)', 'GB200900036'],
    ['(vat number GB188 4059 29)', 'GB188 4059 29'],
    ['(vat no 734 8155 24)', '734 8155 24'],
    ['archived under GB200900036, see below', 'GB200900036'],
    ['archived under GB188 4059 29, see below', 'GB188 4059 29'],
  ],
  ignores: ['archived under 734 8155 24, see below', 'vat: GB741134413'],
  generated: {
    mask: '[1-9]######??',
    spellings: ['GB#########', 'GB### #### ##', '### #### ##'],
    isValid: (v) => stdnum.GB!.vat!.validate(v).isValid,
  },
});
