import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { plPesel } from './pl-pesel.js';

describeRecognizer(plPesel, {
  finds: [
    ['pesel: 44051401359', '44051401359'],
    ['Her pesel 61102440989 was confirmed.', '61102440989'],
  ],
  ignores: ['archived under 61102440989, see below', 'pesel: 44131401359'],
  generated: { mask: '{ymd}####?', isValid: (v) => stdnum.PL!.pesel!.validate(v).isValid },
});
