import { describeRecognizer } from '../testing/describe-recognizer.js';
import { inPan } from './in-pan.js';

describeRecognizer(inPan, {
  finds: [
    ['Her pan ACUPA7085R was confirmed.', 'ACUPA7085R'],
    ['पैन: VFFPN5387M', 'VFFPN5387M'],
    ['archived under VFFPN5387M, see below', 'VFFPN5387M'],
  ],
  ignores: ['pan: ACUXA7085R', 'pan: ACUPA0000R'],
  generated: {
    mask: '[ABCDEFGHKLMNPQRSTUVXYZ][ABCDEFGHKLMNPQRSTUVXYZ][ABCDEFGHKLMNPQRSTUVXYZ]P[ABCDEFGHKLMNPQRSTUVXYZ][1-9]###[ABCDEFGHKLMNPQRSTUVXYZ]',
  },
});
