import { describeRecognizer } from '../testing/describe-recognizer.js';
import { cuNi } from './cu-ni.js';

describeRecognizer(cuNi, {
  finds: [
    ['carné de identidad: 91021027775', '91021027775'],
    ['Her cuban id 73061290840 was confirmed.', '73061290840'],
  ],
  ignores: ['archived under 73061290840, see below', 'carné de identidad: 91323027775'],
  generated: { mask: '{ymd}#####' },
});
