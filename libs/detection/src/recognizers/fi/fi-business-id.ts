import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Finnish business id. Source: Business Information Act 244/2001, Y-tunnus; weights as in python-stdnum
 * (fi.ytunnus). Check: weighted mod 11.
 */
export const fiBusinessId = patternRecognizer({
  id: 'fi.business-id',
  type: 'FI_BUSINESS_ID',
  country: 'FI',
  title: 'Finnish business id',
  source: 'Business Information Act 244/2001, Y-tunnus; weights as in python-stdnum (fi.ytunnus)',
  check: 'weighted mod 11',
  patterns: [
    { name: 'hyphen', regex: /\d{7}-\d/, validScore: 0.45 },
    { name: 'VAT number', regex: /FI ?\d{8}/, validScore: 0.6 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isFiBusinessId),
  context: {
    fi: ['y-tunnus', 'alv', 'alv-numero', 'ytunnus'],
    sv: ['fo-nummer'],
    en: ['business id', 'vat', 'vat number'],
  },
  examples: { valid: ['2077474-0', '2634706-1', 'FI71516186'], invalid: ['3097478-0'] },
});

function isFiBusinessId(value: string): boolean {
  return weightedSum(compact(value).replace(/^FI/, ''), [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0;
}
