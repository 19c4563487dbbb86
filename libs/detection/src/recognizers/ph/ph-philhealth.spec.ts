import { describeRecognizer } from '../testing/describe-recognizer.js';
import { phPhilhealth } from './ph-philhealth.js';

describeRecognizer(phPhilhealth, {
  finds: [
    ['Her philhealth 12-345678901-2 was confirmed.', '12-345678901-2'],
    ['(philhealth 02-864257799-7)', '02-864257799-7'],
  ],
  ignores: ['archived under 02-864257799-7, see below'],
  generated: { mask: '[01][1-9]##########', spellings: ['##-#########-#'] },
});
