import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { lvPersonalCode } from './lv-personal-code.js';

describeRecognizer(lvPersonalCode, {
  finds: [
    ['personas kods: 161175-19997', '161175-19997'],
    ['Her latvian personal code 320123-45678 was confirmed.', '320123-45678'],
    ['(personas kods 060288-18427)', '060288-18427'],
    ['(personal code 15088713146)', '15088713146'],
    ['archived under 060288-18427, see below', '060288-18427'],
  ],
  ignores: ['archived under 15088713146, see below', 'personas kods: 161375-19997'],
  generated: {
    mask: '{dmy}1###?',
    spellings: ['######-#####', '###########'],
    isValid: (v) => stdnum.LV!.pvn!.validate(v).isValid,
  },
});
