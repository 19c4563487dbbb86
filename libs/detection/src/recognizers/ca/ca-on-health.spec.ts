import { describeRecognizer } from '../testing/describe-recognizer.js';
import { luhnValid } from '../testing/oracles.js';
import { caOnHealth } from './ca-on-health.js';

describeRecognizer(caOnHealth, {
  finds: [
    ['Her ohip 2448-096-293 was confirmed.', '2448-096-293'],
    ['(ohip 9903114511)', '9903114511'],
  ],
  ignores: ['archived under 2448-096-293, see below', 'archived under 9903114511, see below', 'ohip: 1720-673-408'],
  generated: { mask: '[1-9]########?', spellings: ['####-###-###', '##########'], isValid: luhnValid },
});
