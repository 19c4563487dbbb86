import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Greek tax number. Source: AADE, ΑΦΜ; powers of two as in python-stdnum (gr.vat). Check: weighted mod 11.
 */
export const grTaxNumber = patternRecognizer({
  id: 'gr.tax-number',
  type: 'GR_TAX_NUMBER',
  country: 'GR',
  title: 'Greek tax number',
  source: 'AADE, ΑΦΜ; powers of two as in python-stdnum (gr.vat)',
  check: 'weighted mod 11',
  patterns: [
    { name: 'VAT number', regex: /EL ?\d{9}/, validScore: 0.6 },
    { name: 'nine digits', regex: /\d{9}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isGrTaxNumber),
  context: {
    el: ['αφμ', 'α.φ.μ.', 'αριθμός φορολογικού μητρώου'],
    en: ['afm', 'greek tax number', 'tax number', 'tin', 'vat'],
  },
  examples: { valid: ['EL094259216', '082688197', 'EL197711088'], invalid: ['066526345'] },
});

function isGrTaxNumber(value: string): boolean {
  const digits = compact(value).replace(/^EL/, '');
  return (weightedSum(digits.slice(0, 8), [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === Number(digits[8]);
}
