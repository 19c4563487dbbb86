import { compact, patternRecognizer } from '../../recognizer.js';
import { luhn } from '../check-digits.js';

/** Device identities of mobile phones. */
export const imei = patternRecognizer({
  id: 'imei',
  type: 'IMEI',
  title: 'International mobile equipment identity',
  source: '3GPP TS 23.003 §6.2.1 and annex B',
  check: 'Luhn',
  score: 0.1,
  validScore: 0.4,
  patterns: [
    { name: 'separated', regex: /\d{2}[- ]\d{6}[- ]\d{6}[- ]\d/, validScore: 0.7, failedCheckScore: 0.2 },
    { name: 'fifteen digits', regex: /\d{15}/, failedCheckScore: 0.15 },
  ],
  validate: (value) => (luhn(compact(value)) && !/^(\d)\1+$/.test(compact(value)) ? 'valid' : 'invalid'),
  context: {
    '*': [
      'imei',
      'handset',
      'device',
      'phone',
      'esn',
      'meid',
      'telefon',
      'telefono',
      'celular',
      'toestel',
      'handy',
      'ponsel',
    ],
  },
  contextDistanceMax: 5,
  examples: { valid: ['355980577051364', '49-015420-323751-8'], invalid: ['000000000000000'] },
});
