import { describeRecognizer } from '../testing/describe-recognizer.js';
import { luhnValid } from '../testing/oracles.js';
import { usNpi } from './us-npi.js';

describeRecognizer(usNpi, {
  finds: [
    ['Her npi 1234567893 was confirmed.', '1234567893'],
    ['(npi 1245319599)', '1245319599'],
    ['(national provider 1845311293)', '1845311293'],
  ],
  ignores: ['archived under 1845311293, see below', 'npi: 1234567890'],
  generated: { mask: '1########?', isValid: (v) => luhnValid(`80840${v}`) },
});
