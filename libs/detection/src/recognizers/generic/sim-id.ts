import { compact, patternRecognizer } from '../../recognizer.js';
import { luhn } from '../check-digits.js';

/** Serial numbers of SIM cards. */
export const iccid = patternRecognizer({
  id: 'iccid',
  type: 'ICCID',
  title: 'SIM card serial number',
  source: 'ITU-T E.118 §4 (89, country code, issuer, account, Luhn)',
  check: 'Luhn',
  score: 0.1,
  validScore: 0.6,
  patterns: [{ name: '19 or 20 digits', regex: /89[- ]?\d{2}[- ]?\d{4}[- ]?\d{4}[- ]?\d{4}[- ]?\d{3,4}|89\d{17,18}/ }],
  validate: (value) => (luhn(compact(value)) ? 'valid' : 'invalid'),
  context: { '*': ['iccid', 'sim', 'sim card', 'esim', 'simkarte'] },
  examples: { valid: ['8944500102198304826', '89014103211118510720'], invalid: ['8944500102198304827'] },
});

/** Subscriber identities of mobile networks. */
export const imsi = patternRecognizer({
  id: 'imsi',
  type: 'IMSI',
  title: 'International mobile subscriber identity',
  source: 'ITU-T E.212 §6 (country code 2xx to 7xx, then network and subscriber)',
  score: 0.15,
  requiresContext: true,
  contextDistanceMax: 4,
  patterns: [{ name: '14 or 15 digits', regex: /[2-79]\d{13,14}/ }],
  context: { '*': ['imsi', 'subscriber identity'] },
  examples: { valid: ['310150123456789'], invalid: ['110150123456789'] },
});
