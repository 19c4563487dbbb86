import { describeRecognizer } from '../testing/describe-recognizer.js';
import { azPin } from './az-pin.js';

describeRecognizer(azPin, {
  finds: [
    ['fin kod: 5ZV3K1L', '5ZV3K1L'],
    ['Her fin code 6F326D2 was confirmed.', '6F326D2'],
  ],
  ignores: ['archived under 6F326D2, see below', 'fin kod: 5ZVI'],
  generated: { mask: '[1-7][A-HJ-NP-Z]###[A-HJ-NP-Z]#' },
});
