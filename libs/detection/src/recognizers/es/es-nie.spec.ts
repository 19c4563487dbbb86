import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { esNie } from './es-nie.js';

describeRecognizer(esNie, {
  finds: [
    ['nie: X-2482300W', 'X-2482300W'],
    ['Her nie X-9854267-D was confirmed.', 'X-9854267-D'],
    ['(nie Y8463846K)', 'Y8463846K'],
    ['archived under X-9854267-D, see below', 'X-9854267-D'],
    ['archived under Y8463846K, see below', 'Y8463846K'],
  ],
  ignores: ['nie: Z-5828508-J'],
  generated: {
    mask: '[XYZ]#######!',
    spellings: ['#-#######-#', '#########'],
    isValid: (v) => stdnum.ES!.nie!.validate(v).isValid,
  },
});
