import { stdnum } from 'stdnum';
import { describeRecognizer } from '../testing/describe-recognizer.js';
import { krBrn } from './kr-brn.js';

describeRecognizer(krBrn, {
  finds: [
    ['사업자등록번호: 116-82-00276', '116-82-00276'],
    ['Her business registration number 562-51-27509 was confirmed.', '562-51-27509'],
    ['(사업자등록번호 1976020487)', '1976020487'],
  ],
  ignores: [
    'archived under 562-51-27509, see below',
    'archived under 1976020487, see below',
    '사업자등록번호: 361-60-68894',
  ],
  generated: {
    mask: '[1-6][1-9]#[1-8]#####?',
    spellings: ['###-##-#####', '##########'],
    isValid: (v) => stdnum.KR!.brn!.validate(v).isValid,
  },
});
