import { describeRecognizer } from '../testing/describe-recognizer.js';
import { amSocialCard } from './am-social-card.js';

describeRecognizer(amSocialCard, {
  finds: [
    ['հծհ: 2308901234', '2308901234'],
    ['Her armenian public services number 3705013708 was confirmed.', '3705013708'],
  ],
  ignores: ['archived under 3705013708, see below', 'հծհ: 2313901234'],
  generated: { mask: '[23][1-9]0[1-9]######' },
});
