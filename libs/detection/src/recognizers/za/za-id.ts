import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { isShortDate } from '../calendar.js';
import { luhn } from '../check-digits.js';

/**
 * South African identity number. Source: Identification Act 68 of 1997: YYMMDD, sequence, citizenship, 8 or 9, Luhn.
 * Check: Luhn, birth date and citizenship digit.
 */
export const zaId = patternRecognizer({
  id: 'za.id',
  type: 'ZA_ID',
  country: 'ZA',
  title: 'South African identity number',
  source: 'Identification Act 68 of 1997: YYMMDD, sequence, citizenship, 8 or 9, Luhn',
  check: 'Luhn, birth date and citizenship digit',
  patterns: [
    { name: 'grouped', regex: /\d{6} \d{4} \d{3}|\d{6} \d{4} \d{2} \d/, validScore: 0.6 },
    { name: 'thirteen digits', regex: /\d{13}/, validScore: 0.42 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isZaId),
  context: {
    en: ['south african id', 'sa id', 'id number', 'identity number', 'rsa id'],
    af: ['id-nommer', 'identiteitsnommer'],
    zu: ['inombolo kamazisi'],
  },
  examples: { valid: ['7503305044089', '880125 6288 088', '5504119517080'], invalid: ['7513305044089'] },
});

function isZaId(value: string): boolean {
  const digits = compact(value);
  return isShortDate(digits.slice(0, 6), 'ymd') && digits[10]! <= '2' && luhn(digits);
}
