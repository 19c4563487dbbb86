import { describeRecognizer } from '../testing/describe-recognizer.js';
import { inPassport } from './in-passport.js';

describeRecognizer(inPassport, {
  finds: [
    ['Her indian passport J8369854 was confirmed.', 'J8369854'],
    ['पासपोर्ट: J3171054', 'J3171054'],
  ],
  ignores: ['archived under J3171054, see below', 'indian passport: J0369854'],
  generated: { mask: '[JKLMN][1-9]#####[1-9]' },
});
