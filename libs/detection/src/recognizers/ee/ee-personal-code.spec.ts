import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { eePersonalCode } from './ee-personal-code.js';

describeRecognizer(eePersonalCode, {
  finds: [
    ['isikukood: 37605030299', '37605030299'],
    ['Her estonian personal code 46911266088 was confirmed.', '46911266088'],
  ],
  ignores: ['archived under 46911266088, see below', 'isikukood: 37613030299'],
  generated: { mask: '[34]{ymd}###?', isValid: (v) => stdnum.EE!.ik!.validate(v).isValid },
});
