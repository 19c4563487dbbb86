import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { beVat } from './be-vat.js';

describeRecognizer(beVat, {
  finds: [
    ['btw: BE 0428.759.497', 'BE 0428.759.497'],
    ['tva: BE1250246460', 'BE1250246460'],
    ['Her vat 0104.664.384 was confirmed.', '0104.664.384'],
    ['(btw 0206986815)', '0206986815'],
    ['archived under BE1250246460, see below', 'BE1250246460'],
    ['archived under 0104.664.384, see below', '0104.664.384'],
  ],
  ignores: ['archived under 0206986815, see below', 'btw: BE1988701810'],
  generated: {
    mask: '[01]#######??',
    spellings: ['BE##########', '####.###.###', '##########'],
    isValid: (v) => stdnum.BE!.vat!.validate(v).isValid,
  },
});
