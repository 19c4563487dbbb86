import { describeRecognizer } from '../testing/describe-recognizer.js';
import { mmNrc } from './mm-nrc.js';

describeRecognizer(mmNrc, {
  finds: [
    ['မှတ်ပုံတင်: 12/OuKaMa(N)123456', '12/OuKaMa(N)123456'],
    ['Her nrc 9/MAKANA(N)145678 was confirmed.', '9/MAKANA(N)145678'],
    ['(မှတ်ပုံတင် 12/OUKAMA(N)822553)', '12/OUKAMA(N)822553'],
    ['archived under 12/OUKAMA(N)822553, see below', '12/OUKAMA(N)822553'],
  ],
  ignores: ['မှတ်ပုံတင်: 15/OUKAMA(N)123456'],
  generated: { mask: '12/OUKAMA(N)######' },
});
