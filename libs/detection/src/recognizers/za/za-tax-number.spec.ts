import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { zaTaxNumber } from './za-tax-number.js';

describeRecognizer(zaTaxNumber, {
  finds: [
    ['Her sars 0001339050 was confirmed.', '0001339050'],
    ['belastingnommer: 0029847506', '0029847506'],
    ['(sars 2704/449/475)', '2704/449/475'],
  ],
  ignores: ['archived under 0029847506, see below', 'archived under 2704/449/475, see below', 'sars: 2150389291'],
  generated: {
    mask: '[01239]########?',
    spellings: ['##########', '####/###/###'],
    isValid: (v) => stdnum.ZA!.tin!.validate(v).isValid,
  },
});
