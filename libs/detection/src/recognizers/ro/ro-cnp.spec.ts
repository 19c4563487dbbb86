import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { roCnp } from './ro-cnp.js';

describeRecognizer(roCnp, {
  finds: [
    ['cnp: 1630615123457', '1630615123457'],
    ['Her cnp 2960409190368 was confirmed.', '2960409190368'],
  ],
  ignores: ['archived under 2960409190368, see below', 'cnp: 1631315123457'],
  generated: { mask: '[12]{ymd}[1-3]####?', isValid: (v) => stdnum.RO!.cnp!.validate(v).isValid },
});
