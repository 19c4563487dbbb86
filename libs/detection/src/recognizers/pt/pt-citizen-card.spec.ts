import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { ptCitizenCard } from './pt-citizen-card.js';

describeRecognizer(ptCitizenCard, {
  finds: [
    ['cartão de cidadão: 00000000 0 ZZ4', '00000000 0 ZZ4'],
    ['Her citizen card 37113380 3 UP1 was confirmed.', '37113380 3 UP1'],
    ['(cartão de cidadão 39166986 3RG6)', '39166986 3RG6'],
    ['(portuguese id 227061505IN8)', '227061505IN8'],
    ['archived under 37113380 3 UP1, see below', '37113380 3 UP1'],
    ['archived under 39166986 3RG6, see below', '39166986 3RG6'],
  ],
  ignores: ['archived under 227061505IN8, see below', 'cartão de cidadão: 00000000 0 ZZ3'],
  generated: {
    mask: '[0-3]########@@?',
    spellings: ['######## # ###', '######## ####', '############'],
    isValid: (v) => stdnum.PT!.cc!.validate(v).isValid,
  },
});
