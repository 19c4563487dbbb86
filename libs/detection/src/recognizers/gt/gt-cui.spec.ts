import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { gtCui } from './gt-cui.js';

describeRecognizer(gtCui, {
  finds: [
    ['cui: 1186 42570 0108', '1186 42570 0108'],
    ['Her guatemalan id 2974311530109 was confirmed.', '2974311530109'],
    ['archived under 1186 42570 0108, see below', '1186 42570 0108'],
  ],
  ignores: ['archived under 2974311530109, see below'],
  generated: {
    mask: '[12]#######?010[1-9]',
    spellings: ['#### ##### ####', '#############'],
    isValid: (v) => stdnum.GT!.cui!.validate(v).isValid,
  },
});
