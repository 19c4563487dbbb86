import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { isShortDate } from '../calendar.js';
import { luhn } from '../check-digits.js';

/**
 * Swedish personal identity number. Source: Folkbokföringslagen 1991:481 § 18, Skatteverket; Luhn over ten digits.
 * Check: Luhn and birth date. Coordination numbers add 60 to the day. A plus sign marks people of a hundred years
 * and more.
 */
export const sePersonnummer = patternRecognizer({
  id: 'se.personnummer',
  type: 'SE_PERSONNUMMER',
  country: 'SE',
  title: 'Swedish personal identity number',
  source: 'Folkbokföringslagen 1991:481 § 18, Skatteverket; Luhn over ten digits',
  check: 'Luhn and birth date',
  patterns: [
    { name: 'hyphen, long', regex: /(?:18|19|20)\d{6}[-+ ]\d{4}/, validScore: 0.7 },
    { name: 'hyphen', regex: /\d{6}[-+]\d{4}/, validScore: 0.5 },
    { name: 'twelve digits', regex: /(?:19|20)\d{10}/, validScore: 0.4 },
    { name: 'ten digits', regex: /\d{10}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isSePersonnummer),
  context: {
    sv: ['personnummer', 'pnr', 'personnumret', 'samordningsnummer', 'person nr', 'personnr'],
    en: ['swedish personal identity number', 'personal identity number', 'personnummer', 'personal number'],
  },
  examples: { valid: ['880320-0016', '700705-3643', '5711248723', '19571013-8719'], invalid: ['881320-0016'] },
});

function isSePersonnummer(value: string): boolean {
  const digits = compact(value).slice(-10);
  const day = Number(digits.slice(4, 6));
  const date = digits.slice(0, 4) + String(day > 60 ? day - 60 : day).padStart(2, '0');
  return isShortDate(date, 'ymd') && luhn(digits);
}
