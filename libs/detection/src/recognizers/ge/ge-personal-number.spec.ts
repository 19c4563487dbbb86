import { describeRecognizer } from '../testing/describe-recognizer.js';
import { gePersonalNumber } from './ge-personal-number.js';

describeRecognizer(gePersonalNumber, {
  finds: [
    ['პირადი ნომერი: 01024012345', '01024012345'],
    ['Her georgian personal number 01751181633 was confirmed.', '01751181633'],
  ],
  ignores: ['archived under 01751181633, see below'],
  generated: { mask: '01#########' },
});
