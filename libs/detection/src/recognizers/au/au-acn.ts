import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Australian company number. Source: ASIC, Australian Company Number; weights 8 to 1. Check: weighted mod 10.
 */
export const auAcn = patternRecognizer({
  id: 'au.acn',
  type: 'AU_ACN',
  country: 'AU',
  title: 'Australian company number',
  source: 'ASIC, Australian Company Number; weights 8 to 1',
  check: 'weighted mod 10',
  patterns: [{ name: 'nine digits', regex: /\d{3} ?\d{3} ?\d{3}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isAuAcn),
  context: { en: ['acn', 'a.c.n.', 'arbn', 'australian company number', 'company number'] },
  requiresContext: true,
  examples: { valid: ['004 085 616', '004 085 670', '010 499 966', '060 711 364'], invalid: ['004 085 617'] },
});

function isAuAcn(value: string): boolean {
  const digits = compact(value);
  return (10 - (weightedSum(digits.slice(0, 8), [8, 7, 6, 5, 4, 3, 2, 1]) % 10)) % 10 === Number(digits[8]);
}
