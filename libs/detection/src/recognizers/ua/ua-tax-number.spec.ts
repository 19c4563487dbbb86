import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { uaTaxNumber } from './ua-tax-number.js';

describeRecognizer(uaTaxNumber, {
  finds: [
    ['рнокпп: 1759013776', '1759013776'],
    ['инн: 2029847502', '2029847502'],
    ['Her rntrc 1759013776 was confirmed.', '1759013776'],
  ],
  ignores: ['archived under 2029847502, see below', 'рнокпп: 3704449474'],
  generated: { mask: '[23]########?', isValid: (v) => stdnum.UA!.rntrc!.validate(v).isValid },
});
