import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { arCuit } from './ar-cuit.js';

describeRecognizer(arCuit, {
  finds: [
    ['cuit: 20-05536168-2', '20-05536168-2'],
    ['Her cuit 20-18138300-4 was confirmed.', '20-18138300-4'],
    ['(cuit 20102240619)', '20102240619'],
    ['archived under 20-18138300-4, see below', '20-18138300-4'],
  ],
  ignores: ['archived under 20102240619, see below', 'cuit: 20-29732096-5'],
  generated: {
    mask: '20########?',
    spellings: ['##-########-#', '###########'],
    isValid: (v) => stdnum.AR!.cuit!.validate(v).isValid,
  },
});
