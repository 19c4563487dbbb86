import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { trVkn } from './tr-vkn.js';

describeRecognizer(trVkn, {
  finds: [
    ['vergi no: 4540536920', '4540536920'],
    ['Her turkish tax number 9689184176 was confirmed.', '9689184176'],
  ],
  ignores: ['archived under 9689184176, see below', 'vergi no: 3392141468'],
  generated: { mask: '[1-9]########?', isValid: (v) => stdnum.TR!.vkn!.validate(v).isValid },
});
