import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { rsJmbg } from './rs-jmbg.js';

describeRecognizer(rsJmbg, {
  finds: [
    ['јмбг: 0506976714661', '0506976714661'],
    ['Her jmbg 0506976714661 was confirmed.', '0506976714661'],
  ],
  ignores: ['archived under 0506976714661, see below', 'јмбг: 0912958711948'],
  generated: { mask: '{dm}9{y}71###?', isValid: (v) => stdnum.BA!.jmbg!.validate(v).isValid },
});
