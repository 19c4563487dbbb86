import { describeRecognizer } from '../testing/describe-recognizer.js';
import { krRrn } from './kr-rrn.js';

describeRecognizer(krRrn, {
  finds: [
    ['주민등록번호: 971013-9019902', '971013-9019902'],
    ['Her rrn 900810-2127501 was confirmed.', '900810-2127501'],
    ['(주민등록번호 9509211204846)', '9509211204846'],
    ['archived under 900810-2127501, see below', '900810-2127501'],
  ],
  ignores: ['archived under 9509211204846, see below', '주민등록번호: 971313-9019902'],
  generated: { mask: '{ymd}[12]######', spellings: ['######-#######', '#############'] },
});
