import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { roTaxNumber } from './ro-tax-number.js';

describeRecognizer(roTaxNumber, {
  finds: [
    ['cui: RO 18547290', 'RO 18547290'],
    ['Her cui 34225474 was confirmed.', '34225474'],
    ['(cui RO10469021)', 'RO10469021'],
  ],
  ignores: ['archived under 34225474, see below', 'archived under RO10469021, see below', 'cui: 47528268'],
  generated: {
    mask: '[1-4]######?',
    spellings: ['########', 'RO########'],
    isValid: (v) => stdnum.RO!.cui!.validate(v).isValid,
  },
});
