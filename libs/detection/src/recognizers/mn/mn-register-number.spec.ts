import { describeRecognizer } from '../testing/describe-recognizer.js';
import { mnRegisterNumber } from './mn-register-number.js';

describeRecognizer(mnRegisterNumber, {
  finds: [
    ['регистр: УБ85041212', 'УБ85041212'],
    ['Her mongolian registration number УБ87071521 was confirmed.', 'УБ87071521'],
  ],
  ignores: ['archived under УБ87071521, see below', 'регистр: УБ85141212'],
  generated: { mask: 'УБ{ymd}##' },
});
