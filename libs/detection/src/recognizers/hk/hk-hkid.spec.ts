import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { hkHkid } from './hk-hkid.js';

describeRecognizer(hkHkid, {
  finds: [
    ['身份證: A123456(3)', 'A123456(3)'],
    ['Her hkid AB987654(3) was confirmed.', 'AB987654(3)'],
    ['(身份證 V129051(7))', 'V129051(7)'],
    ['(hong kong identity card A989953A)', 'A989953A'],
    ['archived under V129051(7), see below', 'V129051(7)'],
  ],
  ignores: ['archived under A989953A, see below', '身份證: A123456(4)'],
  generated: {
    mask: '[ABCDEGHKMPRSVYZ]######!',
    spellings: ['#######(#)', '########'],
    isValid: (v) => stdnum.HK!.hkid!.validate(v).isValid,
  },
});
