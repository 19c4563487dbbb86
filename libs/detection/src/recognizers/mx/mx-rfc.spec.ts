import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { mxRfc } from './mx-rfc.js';

describeRecognizer(mxRfc, {
  finds: [
    ['rfc: GODE561231GR8', 'GODE561231GR8'],
    ['Her rfc GODE 561231 GR8 was confirmed.', 'GODE 561231 GR8'],
    ['(rfc GODE-631031-TU4)', 'GODE-631031-TU4'],
    ['(mexican tax number GODE631211TH2)', 'GODE631211TH2'],
    ['archived under GODE-631031-TU4, see below', 'GODE-631031-TU4'],
    ['archived under GODE631211TH2, see below', 'GODE631211TH2'],
  ],
  ignores: ['rfc: GODE561231GR9'],
  generated: {
    mask: 'GODE{ymd}[1-9A-V][1-9A-Z]?',
    spellings: ['####-######-###', '#############'],
    isValid: (v) => stdnum.MX!.rfc!.validate(v).isValid,
  },
});
