import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { luhn } from '../check-digits.js';

/**
 * South African tax number. Source: SARS, income tax reference number: 0, 1, 2, 3 or 9 and nine digits; ISO/IEC
 * 7812. Check: Luhn.
 */
export const zaTaxNumber = patternRecognizer({
  id: 'za.tax-number',
  type: 'ZA_TAX_NUMBER',
  country: 'ZA',
  title: 'South African tax number',
  source: 'SARS, income tax reference number: 0, 1, 2, 3 or 9 and nine digits; ISO/IEC 7812',
  check: 'Luhn',
  patterns: [{ name: 'ten digits', regex: /[01239]\d{3}[ /]?\d{3}[ /]?\d{3}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isZaTaxNumber),
  context: {
    en: ['sars', 'income tax number', 'tax reference number', 'tax number', 'tax reference'],
    af: ['belastingnommer'],
  },
  requiresContext: true,
  examples: { valid: ['0001339050', '0029847506', '2704/449/475'], invalid: ['2150389291'] },
});

function isZaTaxNumber(value: string): boolean {
  return luhn(compact(value));
}
