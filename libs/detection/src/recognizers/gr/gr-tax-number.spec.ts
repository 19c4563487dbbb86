import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { grTaxNumber } from './gr-tax-number.js';

describeRecognizer(grTaxNumber, {
  finds: [
    ['αφμ: EL094259216', 'EL094259216'],
    ['Her afm 082688197 was confirmed.', '082688197'],
    ['(αφμ EL197711088)', 'EL197711088'],
    ['archived under EL197711088, see below', 'EL197711088'],
  ],
  ignores: ['archived under 082688197, see below', 'αφμ: 066526345'],
  generated: {
    mask: '[01]#######?',
    spellings: ['#########', 'EL#########'],
    isValid: (v) => stdnum.GR!.vat!.validate(v).isValid,
  },
});
