import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { ruInn } from './ru-inn.js';

describeRecognizer(ruInn, {
  finds: [
    ['инн: 123456789047', '123456789047'],
    ['Her inn 7707083893 was confirmed.', '7707083893'],
    ['(инн 513587163258)', '513587163258'],
  ],
  ignores: ['archived under 513587163258, see below', 'инн: 7707083894'],
  generated: { mask: '[1-7]#########??', isValid: (v) => stdnum.RU!.inn!.validate(v).isValid },
});
