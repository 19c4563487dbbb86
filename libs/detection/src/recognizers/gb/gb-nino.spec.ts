import { describeRecognizer } from '../testing/describe-recognizer.js';
import { gbNino } from './gb-nino.js';

describeRecognizer(gbNino, {
  finds: [
    ['Her nino AB123456C was confirmed.', 'AB123456C'],
    ['(nino JB 19 32 80 B)', 'JB 19 32 80 B'],
    ['(ni number WB146299A)', 'WB146299A'],
    ['(national insurance AE 031440 D)', 'AE 031440 D'],
    ['archived under JB 19 32 80 B, see below', 'JB 19 32 80 B'],
    ['archived under WB146299A, see below', 'WB146299A'],
    ['archived under AE 031440 D, see below', 'AE 031440 D'],
  ],
  ignores: ['nino: BG123456C', 'nino: QQ123456C'],
  generated: { mask: '[AEJW][BEL]######[A-D]', spellings: ['## ## ## ## #', '#########', '## ###### #'] },
});
