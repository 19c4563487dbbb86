import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { brCnpj } from './br-cnpj.js';

describeRecognizer(brCnpj, {
  finds: [
    ['cnpj: 16.727.230/0001-97', '16.727.230/0001-97'],
    ['Her cnpj 12.ABC.345/01DE-35 was confirmed.', '12.ABC.345/01DE-35'],
    ['(cnpj 32.364.548/0004-50)', '32.364.548/0004-50'],
    ['(brazilian company number 32397876000371)', '32397876000371'],
    ['archived under 32.364.548/0004-50, see below', '32.364.548/0004-50'],
  ],
  ignores: ['archived under 32397876000371, see below', 'cnpj: 16.727.230/0001-98'],
  generated: {
    mask: '########000[1-9]??',
    spellings: ['##.###.###/####-##', '##############'],
    isValid: (v) => stdnum.BR!.cnpj!.validate(v).isValid,
  },
});
