import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { meJmbg } from './me-jmbg.js';

describeRecognizer(meJmbg, {
  finds: [
    ['jmbg: 2307958219976', '2307958219976'],
    ['Her jmbg 2307958219976 was confirmed.', '2307958219976'],
  ],
  ignores: ['archived under 2307958219976, see below', 'jmbg: 0605988218847'],
  generated: { mask: '{dm}9{y}21###?', isValid: (v) => stdnum.BA!.jmbg!.validate(v).isValid },
});
