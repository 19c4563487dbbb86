import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Danish company and VAT number. Source: Erhvervsstyrelsen, CVR-nummer; weights as in python-stdnum (dk.cvr). Check:
 * weighted mod 11.
 */
export const dkCvr = patternRecognizer({
  id: 'dk.cvr',
  type: 'DK_CVR',
  country: 'DK',
  title: 'Danish company and VAT number',
  source: 'Erhvervsstyrelsen, CVR-nummer; weights as in python-stdnum (dk.cvr)',
  check: 'weighted mod 11',
  patterns: [
    { name: 'eight digits', regex: /\d{2} ?\d{2} ?\d{2} ?\d{2}/ },
    { name: 'prefixed', regex: /DK ?\d{2} ?\d{2} ?\d{2} ?\d{2}/, validScore: 0.5 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isDkCvr),
  context: {
    da: ['cvr', 'cvr-nr', 'cvr-nummer', 'se-nummer', 'momsnummer', 'moms'],
    en: ['cvr', 'danish vat number', 'vat', 'vat number'],
  },
  requiresContext: true,
  examples: { valid: ['13585628', '61273786', '11 06 42 80', 'DK49918615'], invalid: ['86831733'] },
});

function isDkCvr(value: string): boolean {
  return weightedSum(compact(value).replace(/^DK/, ''), [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
}
