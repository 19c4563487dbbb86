import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { auAcn } from './au-acn.js';

describeRecognizer(auAcn, {
  finds: [
    ['Her acn 004 085 616 was confirmed.', '004 085 616'],
    ['(acn 004 085 670)', '004 085 670'],
    ['(a.c.n. 010 499 966)', '010 499 966'],
    ['(arbn 060 711 364)', '060 711 364'],
    ['(australian company number 060622424)', '060622424'],
  ],
  ignores: ['archived under 060 711 364, see below', 'archived under 060622424, see below', 'acn: 004 085 617'],
  generated: {
    mask: '[01]#######?',
    spellings: ['### ### ###', '#########'],
    isValid: (v) => stdnum.AU!.acn!.validate(v).isValid,
  },
});
