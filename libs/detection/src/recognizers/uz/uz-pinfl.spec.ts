import { describeRecognizer } from '../testing/describe-recognizer.js';
import { uzPinfl } from './uz-pinfl.js';

describeRecognizer(uzPinfl, {
  finds: [
    ['jshshir: 31204851234567', '31204851234567'],
    ['пинфл: 31307684271510', '31307684271510'],
    ['Her pinfl 31204851234567 was confirmed.', '31204851234567'],
  ],
  ignores: ['archived under 31307684271510, see below', 'jshshir: 31213851234567'],
  generated: { mask: '3{dmy}#######' },
});
