import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { nlVat } from './nl-vat.js';

describeRecognizer(nlVat, {
  finds: [
    ['btw: NL004495445B01', 'NL004495445B01'],
    ['Her vat NL142559106B01 was confirmed.', 'NL142559106B01'],
    ['(btw NL 7837.10.628.B01)', 'NL 7837.10.628.B01'],
    ['archived under NL142559106B01, see below', 'NL142559106B01'],
    ['archived under NL 7837.10.628.B01, see below', 'NL 7837.10.628.B01'],
  ],
  ignores: [],
  generated: {
    mask: 'NL[1-9]#######?B01',
    spellings: ['##############', '## ####.##.###.###'],
    isValid: (v) => stdnum.NL!.btw!.validate(v).isValid,
  },
});
