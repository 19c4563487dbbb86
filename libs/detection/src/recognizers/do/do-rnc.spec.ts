import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { doRnc } from './do-rnc.js';

describeRecognizer(doRnc, {
  finds: [
    ['rnc: 1-01-85004-3', '1-01-85004-3'],
    ['Her rnc 1-59-22090-3 was confirmed.', '1-59-22090-3'],
    ['(rnc 136702663)', '136702663'],
    ['archived under 1-59-22090-3, see below', '1-59-22090-3'],
  ],
  ignores: ['archived under 136702663, see below', 'rnc: 1-10-39527-3'],
  generated: {
    mask: '1#######?',
    spellings: ['#-##-#####-#', '#########'],
    isValid: (v) => stdnum.DO!.rnc!.validate(v).isValid,
  },
});
