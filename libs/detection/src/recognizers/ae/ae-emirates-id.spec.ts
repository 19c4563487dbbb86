import { describeRecognizer } from '../testing/describe-recognizer.js';
import { luhnValid } from '../testing/oracles.js';
import { aeEmiratesId } from './ae-emirates-id.js';

describeRecognizer(aeEmiratesId, {
  finds: [
    ['رقم الهوية: 784-1986-5911598-8', '784-1986-5911598-8'],
    ['Her emirates id 784198386965861 was confirmed.', '784198386965861'],
    ['archived under 784-1986-5911598-8, see below', '784-1986-5911598-8'],
    ['archived under 784198386965861, see below', '784198386965861'],
  ],
  ignores: ['رقم الهوية: 784-1995-6289054-4'],
  generated: {
    mask: '784[1][9][5-9]########?',
    spellings: ['###-####-#######-#', '###############'],
    isValid: luhnValid,
  },
});
