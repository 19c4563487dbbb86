import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { isShortDate } from '../calendar.js';
import { weightedSum } from '../check-digits.js';

/**
 * Icelandic identification number. Source: Þjóðskrá Íslands, kennitala; weights 3 2 7 6 5 4 3 2. Check: weighted mod
 * 11 and birth date. Companies have 40 added to the day.
 */
export const isKennitala = patternRecognizer({
  id: 'is.kennitala',
  type: 'IS_KENNITALA',
  country: 'IS',
  title: 'Icelandic identification number',
  source: 'Þjóðskrá Íslands, kennitala; weights 3 2 7 6 5 4 3 2',
  check: 'weighted mod 11 and birth date',
  patterns: [
    { name: 'hyphen', regex: /\d{6}-\d{4}/, validScore: 0.5 },
    { name: 'ten digits', regex: /\d{10}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isIsKennitala),
  context: { is: ['kennitala', 'kt', 'kt.', 'kennitölu'], en: ['kennitala', 'icelandic id', 'national id'] },
  examples: { valid: ['450401-3150', '120174-3399', '010994-3309', '0502695159'], invalid: ['530401-3150'] },
});

function isIsKennitala(value: string): boolean {
  const digits = compact(value);
  const day = Number(digits.slice(0, 2)) % 40;
  if (!isShortDate(String(day).padStart(2, '0') + digits.slice(2, 6), 'dmy') || !'890'.includes(digits[9]!))
    return false;
  return weightedSum(digits.slice(0, 9), [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
}
