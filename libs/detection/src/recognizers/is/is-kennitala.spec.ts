import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { isKennitala } from './is-kennitala.js';

describeRecognizer(isKennitala, {
  finds: [
    ['kennitala: 450401-3150', '450401-3150'],
    ['Her kennitala 120174-3399 was confirmed.', '120174-3399'],
    ['(kennitala 010994-3309)', '010994-3309'],
    ['(icelandic id 0502695159)', '0502695159'],
    ['archived under 010994-3309, see below', '010994-3309'],
  ],
  ignores: ['archived under 0502695159, see below', 'kennitala: 530401-3150'],
  generated: {
    mask: '{dmy}##?9',
    spellings: ['######-####', '##########'],
    isValid: (v) => stdnum.IS!.kennitala!.validate(v).isValid,
  },
});
