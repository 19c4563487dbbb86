import { describeRecognizer } from '../testing/describe-recognizer.js';
import { joNationalNumber } from './jo-national-number.js';

describeRecognizer(joNationalNumber, {
  finds: [
    ['الرقم الوطني: 9851012345', '9851012345'],
    ['Her jordanian national number 9971133803 was confirmed.', '9971133803'],
  ],
  ignores: ['archived under 9971133803, see below'],
  generated: { mask: '9[5-9]########' },
});
