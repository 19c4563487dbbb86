import { describeRecognizer } from '../testing/describe-recognizer.js';
import { etFayda } from './et-fayda.js';

describeRecognizer(etFayda, {
  finds: [
    ['ፋይዳ: 6140 7983 5162', '6140 7983 5162'],
    ['Her fayda 5980 2994 0955 was confirmed.', '5980 2994 0955'],
    ['(ፋይዳ 909776953555)', '909776953555'],
  ],
  ignores: ['archived under 5980 2994 0955, see below', 'archived under 909776953555, see below'],
  generated: { mask: '[2-9]###########', spellings: ['#### #### ####', '############'] },
});
