import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { esSocialSecurity } from './es-social-security.js';

describeRecognizer(esSocialSecurity, {
  finds: [
    ['nss: 28/12345678/40', '28/12345678/40'],
    ['Her spanish social security number 16/13305236/72 was confirmed.', '16/13305236/72'],
    ['(nss 41 49390144 95)', '41 49390144 95'],
    ['(social security number 248673482144)', '248673482144'],
    ['archived under 16/13305236/72, see below', '16/13305236/72'],
    ['archived under 41 49390144 95, see below', '41 49390144 95'],
  ],
  ignores: ['archived under 248673482144, see below', 'nss: 25/29666437/43'],
  generated: {
    mask: '[1-4][0-9][1-9]#######??',
    spellings: ['##/########/##', '## ######## ##', '############'],
    isValid: (v) => stdnum.ES!.nss!.validate(v).isValid,
  },
});
