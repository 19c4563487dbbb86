import { describeRecognizer } from '../testing/describe-recognizer.js';
import { dzNif } from './dz-nif.js';

describeRecognizer(dzNif, {
  finds: [
    ['nif: 416001000000007', '416001000000007'],
    ['رقم التعريف الجبائي: 408020000150039', '408020000150039'],
    ['Her nif 323261237287469 was confirmed.', '323261237287469'],
  ],
  ignores: ['archived under 323261237287469, see below'],
  generated: { mask: '[0-4]##############' },
});
