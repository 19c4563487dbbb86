import { describeRecognizer } from '../testing/describe-recognizer.js';
import { tzNida } from './tz-nida.js';

describeRecognizer(tzNida, {
  finds: [
    ['nida: 19850412-11101-00012-34', '19850412-11101-00012-34'],
    ['Her nida 19620930-69069-49798-52 was confirmed.', '19620930-69069-49798-52'],
    ['(nida 19511008709987430328)', '19511008709987430328'],
    ['archived under 19620930-69069-49798-52, see below', '19620930-69069-49798-52'],
  ],
  ignores: ['archived under 19511008709987430328, see below', 'nida: 19851312-11101-00012-34'],
  generated: { mask: '{Ymd}[1-9]###########', spellings: ['########-#####-#####-##', '####################'] },
});
