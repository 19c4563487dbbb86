import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { ptNif } from './pt-nif.js';

describeRecognizer(ptNif, {
  finds: [
    ['nif: PT 501 964 843', 'PT 501 964 843'],
    ['Her nif 624 217 868 was confirmed.', '624 217 868'],
    ['(nif 129617326)', '129617326'],
    ['(portuguese tax number PT516314785)', 'PT516314785'],
    ['archived under PT516314785, see below', 'PT516314785'],
  ],
  ignores: ['archived under 624 217 868, see below', 'archived under 129617326, see below', 'nif: 274 075 084'],
  generated: {
    mask: '[1256]#######?',
    spellings: ['### ### ###', '#########', 'PT#########'],
    isValid: (v) => stdnum.PT!.nif!.validate(v).isValid,
  },
});
