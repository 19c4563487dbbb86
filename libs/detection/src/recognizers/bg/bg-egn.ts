import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { isShortDate } from '../calendar.js';
import { weightedSum } from '../check-digits.js';

/**
 * Bulgarian uniform civil number. Source: Civil Registration Act, ЕГН; weights as in python-stdnum (bg.egn). Check:
 * weighted mod 11 and birth date. The month carries the century: +20 before 1900, +40 from 2000.
 */
export const bgEgn = patternRecognizer({
  id: 'bg.egn',
  type: 'BG_EGN',
  country: 'BG',
  title: 'Bulgarian uniform civil number',
  source: 'Civil Registration Act, ЕГН; weights as in python-stdnum (bg.egn)',
  check: 'weighted mod 11 and birth date',
  patterns: [{ name: 'ten digits', regex: /\d{10}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isBgEgn),
  context: {
    bg: ['егн', 'единен граждански номер'],
    en: ['egn', 'bulgarian civil number', 'uniform civil number', 'personal number'],
  },
  requiresContext: true,
  examples: { valid: ['7523169263', '8903199001'], invalid: ['8019010008'] },
});

function isBgEgn(value: string): boolean {
  const digits = compact(value);
  const month = String(Number(digits.slice(2, 4)) % 20).padStart(2, '0');
  if (Number(digits.slice(2, 4)) > 52 || !isShortDate(digits.slice(0, 2) + month + digits.slice(4, 6), 'ymd'))
    return false;
  return (weightedSum(digits.slice(0, 9), [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === Number(digits[9]);
}
