import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { doCedula } from './do-cedula.js';

describeRecognizer(doCedula, {
  finds: [
    ['cédula: 001-1391820-5', '001-1391820-5'],
    ['Her cedula 448-0840006-1 was confirmed.', '448-0840006-1'],
    ['(cédula 43910447937)', '43910447937'],
    ['archived under 448-0840006-1, see below', '448-0840006-1'],
  ],
  ignores: ['archived under 43910447937, see below', 'cédula: 001-1391820-6'],
  generated: {
    mask: '[04]##[0-2]######?',
    spellings: ['###-#######-#', '###########'],
    isValid: (v) => stdnum.DO!.cedula!.validate(v).isValid,
  },
});
