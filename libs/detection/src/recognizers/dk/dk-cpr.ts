import { compact, patternRecognizer, type Validation } from '../../recognizer.js';
import { isShortDate } from '../calendar.js';
import { weightedSum } from '../check-digits.js';

/**
 * Danish personal number. Source: CPR-kontoret, Personnummeret i CPR (2008): weights 4 3 2 7 6 5 4 3 2 1. Check:
 * weighted mod 11 where it was applied (until October 2007), and birth date. Since October 2007 numbers are issued
 * that fail the check, so a failed check proves nothing; a passed one adds certainty.
 */
export const dkCpr = patternRecognizer({
  id: 'dk.cpr',
  type: 'DK_CPR',
  country: 'DK',
  title: 'Danish personal number',
  source: 'CPR-kontoret, Personnummeret i CPR (2008): weights 4 3 2 7 6 5 4 3 2 1',
  check: 'weighted mod 11 where it was applied (until October 2007), and birth date',
  patterns: [
    { name: 'hyphen', regex: /\d{6}-\d{4}/, score: 0.3, validScore: 0.45 },
    { name: 'spaced', regex: /\d{6} \d{4}/, score: 0.2, validScore: 0.4 },
    { name: 'ten digits', regex: /\d{10}/, score: 0.2, validScore: 0.3 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: validateDkCpr,
  context: {
    da: ['cpr', 'cpr-nummer', 'cpr-nr', 'cpr-nr.', 'cprnr', 'personnummer', 'cpr nummer'],
    en: ['cpr', 'cpr number', 'danish personal number', 'personal number', 'personal identification number'],
  },
  examples: { valid: ['211062-5629', '231163-2770', '210688 8297', '1104552823'], invalid: ['311362-5629'] },
});

function validateDkCpr(value: string): Validation {
  const digits = compact(value);
  if (!isShortDate(digits.slice(0, 6), 'dmy') || digits.endsWith('0000')) return 'invalid';
  return weightedSum(digits, [4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 ? 'valid' : 'unknown';
}
