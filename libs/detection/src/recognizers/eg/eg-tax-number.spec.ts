import { describeRecognizer } from '../testing/describe-recognizer.js';
import { egTaxNumber } from './eg-tax-number.js';

describeRecognizer(egTaxNumber, {
  finds: [
    ['الرقم الضريبي: 100-531-385', '100-531-385'],
    ['Her egyptian tax number 150-394-067 was confirmed.', '150-394-067'],
    ['(الرقم الضريبي 298201021)', '298201021'],
  ],
  ignores: ['archived under 150-394-067, see below', 'archived under 298201021, see below'],
  generated: { mask: '[1-7]########', spellings: ['###-###-###', '#########'] },
});
