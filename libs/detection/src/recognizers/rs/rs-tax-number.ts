import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { iso7064Mod11And10 } from '../check-digits.js';

/**
 * Serbian company tax number. Source: Poreska uprava, PIB; check ISO/IEC 7064. Check: ISO/IEC 7064 MOD 11,10.
 */
export const rsTaxNumber = patternRecognizer({
  id: 'rs.tax-number',
  type: 'RS_TAX_NUMBER',
  country: 'RS',
  title: 'Serbian company tax number',
  source: 'Poreska uprava, PIB; check ISO/IEC 7064',
  check: 'ISO/IEC 7064 MOD 11,10',
  patterns: [{ name: 'nine digits', regex: /\d{9}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isRsTaxNumber),
  context: { sr: ['пиб', 'pib', 'poreski identifikacioni broj'], en: ['pib', 'serbian tax number', 'tax number'] },
  requiresContext: true,
  examples: { valid: ['101134702', '100846138'], invalid: ['121101088'] },
});

function isRsTaxNumber(value: string): boolean {
  return iso7064Mod11And10(compact(value));
}
