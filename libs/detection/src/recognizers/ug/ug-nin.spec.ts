import { describeRecognizer } from '../testing/describe-recognizer.js';
import { ugNin } from './ug-nin.js';

describeRecognizer(ugNin, {
  finds: [
    ['Her nin CM85012345ABC7 was confirmed.', 'CM85012345ABC7'],
    ['(nin CM64274023AFF6)', 'CM64274023AFF6'],
  ],
  ignores: ['archived under CM64274023AFF6, see below', 'nin: CXAB012345ABC7'],
  generated: { mask: 'C[MF][6-9]#######[ABCDEFGH][ABCDEFGH][ABCDEFGH]#' },
});
