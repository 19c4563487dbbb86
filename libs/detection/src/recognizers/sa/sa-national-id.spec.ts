import { describeRecognizer } from '../testing/describe-recognizer.js';
import { luhnValid } from '../testing/oracles.js';
import { saNationalId } from './sa-national-id.js';

describeRecognizer(saNationalId, {
  finds: [
    ['رقم الهوية: 2514424650', '2514424650'],
    ['Her saudi id 2514424650 was confirmed.', '2514424650'],
  ],
  ignores: ['archived under 2514424650, see below', 'رقم الهوية: 1748025060'],
  generated: { mask: '[12]########?', isValid: luhnValid },
});
