import { describeRecognizer } from '../testing/describe-recognizer.js';
import { gbNhs } from './gb-nhs.js';

describeRecognizer(gbNhs, {
  finds: [
    ['Her nhs 943 476 5919 was confirmed.', '943 476 5919'],
    ['(nhs 401 023 2137)', '401 023 2137'],
    ['(nhs number 620 113 8374)', '620 113 8374'],
    ['(nhs no 957-099-2840)', '957-099-2840'],
    ['(nhs no. 9448227361)', '9448227361'],
  ],
  ignores: [
    'archived under 620 113 8374, see below',
    'archived under 957-099-2840, see below',
    'archived under 9448227361, see below',
    'nhs: 943 476 5918',
  ],
  generated: {
    mask: '[4679]########?',
    spellings: ['### ### ####', '###-###-####', '##########'],
    isValid: (v) => [...v].reduce((s, d, i) => s + Number(d) * (10 - i), 0) % 11 === 0,
  },
});
