import { describeRecognizer } from '../testing/describe-recognizer.js';
import { tnTaxNumber } from './tn-tax-number.js';

describeRecognizer(tnTaxNumber, {
  finds: [
    ['matricule fiscal: 1234567/M/A/M/000', '1234567/M/A/M/000'],
    ['المعرف الجبائي: 1704792/D/A/M/000', '1704792/D/A/M/000'],
    ['Her tunisian tax number 1346447EAM000 was confirmed.', '1346447EAM000'],
    ['archived under 1704792/D/A/M/000, see below', '1704792/D/A/M/000'],
    ['archived under 1346447EAM000, see below', '1346447EAM000'],
  ],
  ignores: [],
  generated: { mask: '1######[ABCDEFGH]AM000', spellings: ['#######/#/#/#/###', '#############'] },
});
