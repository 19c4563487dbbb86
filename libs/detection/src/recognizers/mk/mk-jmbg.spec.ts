import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { mkJmbg } from './mk-jmbg.js';

describeRecognizer(mkJmbg, {
  finds: [
    ['емб: 2301965457388', '2301965457388'],
    ['Her embg 2301965457388 was confirmed.', '2301965457388'],
  ],
  ignores: ['archived under 2301965457388, see below', 'емб: 2803995450147'],
  generated: { mask: '{dm}9{y}45###?', isValid: (v) => stdnum.BA!.jmbg!.validate(v).isValid },
});
