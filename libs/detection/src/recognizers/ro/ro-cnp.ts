import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { isShortDate } from '../calendar.js';
import { weightedSum } from '../check-digits.js';

/**
 * Romanian personal code. Source: Legea 105/1996, cod numeric personal; weights 2 7 9 1 4 6 3 5 8 2 7 9. Check:
 * weighted mod 11, birth date and county.
 */
export const roCnp = patternRecognizer({
  id: 'ro.cnp',
  type: 'RO_CNP',
  country: 'RO',
  title: 'Romanian personal code',
  source: 'Legea 105/1996, cod numeric personal; weights 2 7 9 1 4 6 3 5 8 2 7 9',
  check: 'weighted mod 11, birth date and county',
  patterns: [{ name: 'thirteen digits', regex: /[1-9]\d{12}/, validScore: 0.42 }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isRoCnp),
  context: {
    ro: ['cnp', 'cod numeric personal', 'c.n.p.', 'codul numeric personal'],
    en: ['cnp', 'romanian personal code', 'personal numerical code', 'national id'],
  },
  examples: { valid: ['1630615123457', '2960409190368'], invalid: ['1631315123457'] },
});

function isRoCnp(value: string): boolean {
  const digits = compact(value);
  const county = Number(digits.slice(7, 9));
  if (!isShortDate(digits.slice(1, 7), 'ymd') || county === 0 || (county > 52 && county !== 70 && county < 80))
    return false;
  const rest = weightedSum(digits.slice(0, 12), [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
  return (rest === 10 ? 1 : rest) === Number(digits[12]);
}
