import { describeRecognizer } from '../testing/describe-recognizer.js';
import { pkCnic } from './pk-cnic.js';

describeRecognizer(pkCnic, {
  finds: [
    ['شناختی کارڈ: 34201-0891231-8', '34201-0891231-8'],
    ['Her cnic 54046-2036630-8 was confirmed.', '54046-2036630-8'],
    ['(شناختی کارڈ 6233389761795)', '6233389761795'],
    ['archived under 54046-2036630-8, see below', '54046-2036630-8'],
  ],
  ignores: ['archived under 6233389761795, see below', 'شناختی کارڈ: 34201-0891231-0', 'شناختی کارڈ: 94201-0891231-8'],
  generated: { mask: '[1-7]###########[1-9]', spellings: ['#####-#######-#', '#############'] },
});
