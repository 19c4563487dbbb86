import { describeRecognizer } from '../testing/describe-recognizer.js';
import { phNationalId } from './ph-national-id.js';

describeRecognizer(phNationalId, {
  finds: [
    ['philsys: 2954-1234-5678-9012', '2954-1234-5678-9012'],
    ['Her philsys 4201-7368-7337-7029 was confirmed.', '4201-7368-7337-7029'],
  ],
  ignores: ['archived under 4201-7368-7337-7029, see below'],
  generated: { mask: '[2-9]###############', spellings: ['####-####-####-####'] },
});
