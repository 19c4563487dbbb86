import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { isShortDate } from '../calendar.js';
import { weightedSum } from '../check-digits.js';

/**
 * Polish national identification number. Source: Ustawa o ewidencji ludności, PESEL; weights 1 3 7 9. Check:
 * weighted mod 10 and birth date. The month carries the century: +80 for 18xx, +20 for 20xx.
 */
export const plPesel = patternRecognizer({
  id: 'pl.pesel',
  type: 'PL_PESEL',
  country: 'PL',
  title: 'Polish national identification number',
  source: 'Ustawa o ewidencji ludności, PESEL; weights 1 3 7 9',
  check: 'weighted mod 10 and birth date',
  patterns: [{ name: 'eleven digits', regex: /\d{11}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isPlPesel),
  context: {
    pl: ['pesel', 'numer pesel', 'nr pesel', 'peselu'],
    en: ['pesel', 'polish national id', 'national identification number', 'national id'],
  },
  requiresContext: true,
  examples: { valid: ['44051401359', '61102440989'], invalid: ['44131401359'] },
});

function isPlPesel(value: string): boolean {
  const digits = compact(value);
  const month = String(Number(digits.slice(2, 4)) % 20).padStart(2, '0');
  if (!isShortDate(digits.slice(0, 2) + month + digits.slice(4, 6), 'ymd')) return false;
  return weightedSum(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0;
}
