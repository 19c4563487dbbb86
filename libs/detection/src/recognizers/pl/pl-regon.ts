import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Polish statistical number. Source: GUS, REGON; weights 8 9 2 3 4 5 6 7 and the long form. Check: weighted mod 11.
 */
export const plRegon = patternRecognizer({
  id: 'pl.regon',
  type: 'PL_REGON',
  country: 'PL',
  title: 'Polish statistical number',
  source: 'GUS, REGON; weights 8 9 2 3 4 5 6 7 and the long form',
  check: 'weighted mod 11',
  patterns: [{ name: 'nine or fourteen digits', regex: /\d{9}(?:\d{5})?/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isPlRegon),
  context: { pl: ['regon', 'numer regon'], en: ['regon'] },
  requiresContext: true,
  examples: { valid: ['192598184', '387409806'], invalid: ['259958522'] },
});

function isPlRegon(value: string): boolean {
  const digits = compact(value);
  const short = (weightedSum(digits.slice(0, 8), [8, 9, 2, 3, 4, 5, 6, 7]) % 11) % 10 === Number(digits[8]);
  if (digits.length === 9 || !short) return short;
  return (weightedSum(digits.slice(0, 13), [2, 4, 8, 5, 0, 9, 7, 3, 6, 1, 2, 4, 8]) % 11) % 10 === Number(digits[13]);
}
