import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { chAhv } from './ch-ahv.js';

describeRecognizer(chAhv, {
  finds: [
    ['ahv: 756.9217.0769.85', '756.9217.0769.85'],
    ['avs: 756.0037.9255.83', '756.0037.9255.83'],
    ['avs: 756 0552 2534 68', '756 0552 2534 68'],
    ['Her ahv 7564745804468 was confirmed.', '7564745804468'],
    ['archived under 756.0037.9255.83, see below', '756.0037.9255.83'],
    ['archived under 756 0552 2534 68, see below', '756 0552 2534 68'],
    ['archived under 7564745804468, see below', '7564745804468'],
  ],
  ignores: ['ahv: 756.8541.5493.19'],
  generated: {
    mask: '756#########?',
    spellings: ['###.####.####.##', '### #### #### ##', '#############'],
    isValid: (v) => stdnum.CH!.ssn!.validate(v).isValid,
  },
});
