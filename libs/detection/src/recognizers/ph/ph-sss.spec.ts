import { describeRecognizer } from '../testing/describe-recognizer.js';
import { phSss } from './ph-sss.js';

describeRecognizer(phSss, {
  finds: [
    ['sss: 34-1234567-8', '34-1234567-8'],
    ['Her sss 34-1401656-4 was confirmed.', '34-1401656-4'],
    ['(sss 3551497069)', '3551497069'],
  ],
  ignores: ['archived under 34-1401656-4, see below', 'archived under 3551497069, see below'],
  generated: { mask: '3[3-5]########', spellings: ['##-#######-#', '##########'] },
});
