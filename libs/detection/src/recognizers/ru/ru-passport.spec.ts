import { describeRecognizer } from '../testing/describe-recognizer.js';
import { ruPassport } from './ru-passport.js';

describeRecognizer(ruPassport, {
  finds: [
    ['паспорт: 45 08 123456', '45 08 123456'],
    ['Her russian passport 45 34 271510 was confirmed.', '45 34 271510'],
    ['(паспорт 4564 059792)', '4564 059792'],
  ],
  ignores: ['archived under 45 34 271510, see below', 'archived under 4564 059792, see below'],
  generated: { mask: '[4]#########', spellings: ['## ## ######', '#### ######'] },
});
