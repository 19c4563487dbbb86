import { describeRecognizer } from '../testing/describe-recognizer.js';
import { phTin } from './ph-tin.js';

describeRecognizer(phTin, {
  finds: [
    ['tin: 123-456-789-000', '123-456-789-000'],
    ['Her tin 239-393-123 was confirmed.', '239-393-123'],
    ['(tin 401-727-147-000)', '401-727-147-000'],
    ['(tax identification number 360184908000)', '360184908000'],
  ],
  ignores: ['archived under 401-727-147-000, see below', 'archived under 360184908000, see below'],
  generated: { mask: '[1-9]########000', spellings: ['###-###-###-###', '############'] },
});
