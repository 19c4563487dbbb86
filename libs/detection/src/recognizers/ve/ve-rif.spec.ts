import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { veRif } from './ve-rif.js';

describeRecognizer(veRif, {
  finds: [
    ['rif: V-11470283-4', 'V-11470283-4'],
    ['Her rif V-73125753-8 was confirmed.', 'V-73125753-8'],
    ['(rif V788677371)', 'V788677371'],
    ['archived under V-73125753-8, see below', 'V-73125753-8'],
  ],
  ignores: ['archived under V788677371, see below', 'rif: J-86648638-7'],
  generated: {
    mask: '[VJ]########?',
    spellings: ['#-########-#', '##########'],
    isValid: (v) => stdnum.VE!.rif!.validate(v).isValid,
  },
});
