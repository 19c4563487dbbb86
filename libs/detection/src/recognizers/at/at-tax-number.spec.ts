import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { atTaxNumber } from './at-tax-number.js';

describeRecognizer(atTaxNumber, {
  finds: [
    ['steuernummer: 59-119/9013', '59-119/9013'],
    ['Her austrian tax number 38-234/0693 was confirmed.', '38-234/0693'],
    ['(steuernummer 982034886)', '982034886'],
  ],
  ignores: [
    'archived under 38-234/0693, see below',
    'archived under 982034886, see below',
    'steuernummer: 90-787/9341',
  ],
  generated: {
    mask: '[01346789][0-9]######?',
    spellings: ['##-###/####', '#########'],
    isValid: (v) => stdnum.AT!.tin!.validate(v).isValid,
  },
});
