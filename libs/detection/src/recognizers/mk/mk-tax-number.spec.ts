import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { mkTaxNumber } from './mk-tax-number.js';

describeRecognizer(mkTaxNumber, {
  finds: [
    ['едб: 4030000375897', '4030000375897'],
    ['Her edb 4833565947466 was confirmed.', '4833565947466'],
    ['(едб MK4767530309014)', 'MK4767530309014'],
  ],
  ignores: [
    'archived under 4833565947466, see below',
    'archived under MK4767530309014, see below',
    'едб: 5951284045576',
  ],
  generated: {
    mask: '[4-5]###########?',
    spellings: ['#############', 'MK#############'],
    isValid: (v) => stdnum.MK!.edb!.validate(v).isValid,
  },
});
