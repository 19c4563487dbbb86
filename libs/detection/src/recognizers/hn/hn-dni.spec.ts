import { describeRecognizer } from '../testing/describe-recognizer.js';
import { hnDni } from './hn-dni.js';

describeRecognizer(hnDni, {
  finds: [
    ['dni: 0801-1985-12345', '0801-1985-12345'],
    ['Her honduran id 0801-1993-06564 was confirmed.', '0801-1993-06564'],
    ['(dni 0801199900185)', '0801199900185'],
  ],
  ignores: [
    'archived under 0801-1993-06564, see below',
    'archived under 0801199900185, see below',
    'dni: 1901-1985-12345',
  ],
  generated: { mask: '0801199#0####', spellings: ['####-####-#####', '#############'] },
});
