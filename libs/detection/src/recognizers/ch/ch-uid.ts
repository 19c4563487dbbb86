import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Swiss enterprise number. Source: UIDG SR 431.03, Federal Statistical Office; weights as in python-stdnum (ch.uid).
 * Check: weighted mod 11.
 */
export const chUid = patternRecognizer({
  id: 'ch.uid',
  type: 'CH_UID',
  country: 'CH',
  title: 'Swiss enterprise number',
  source: 'UIDG SR 431.03, Federal Statistical Office; weights as in python-stdnum (ch.uid)',
  check: 'weighted mod 11',
  patterns: [
    { name: 'dotted', regex: /CHE[- ]?\d{3}\.\d{3}\.\d{3}/, validScore: 0.9 },
    { name: 'plain', regex: /CHE[- ]?\d{9}/, validScore: 0.8 },
  ],
  score: 0.3,
  validScore: 0.8,
  validate: checked(isChUid),
  context: {
    de: ['uid', 'mwst', 'mwst-nummer', 'unternehmens-identifikationsnummer'],
    fr: ['ide', 'tva', 'numéro ide'],
    it: ['idi', 'iva'],
    en: ['uid', 'vat'],
  },
  examples: { valid: ['CHE-116.281.710', 'CHE-401.727.147', 'CHE736018490'], invalid: ['CHE-081.121.677'] },
});

function isChUid(value: string): boolean {
  const digits = compact(value).slice(3);
  return (11 - (weightedSum(digits.slice(0, 8), [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11 === Number(digits[8]);
}
