import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { remainder } from '../check-digits.js';

/**
 * Belgian national number. Source: Royal decree of 3 April 1984, Rijksregister / Registre national; check as in
 * python-stdnum (be.nn, be.bis). Check: 97 minus remainder by 97. Numbers of people born from 2000 on are checked
 * with a leading 2; BIS numbers add 20 or 40 to the month.
 */
export const beNationalNumber = patternRecognizer({
  id: 'be.national-number',
  type: 'BE_NATIONAL_NUMBER',
  country: 'BE',
  title: 'Belgian national number',
  source: 'Royal decree of 3 April 1984, Rijksregister / Registre national; check as in python-stdnum (be.nn, be.bis)',
  check: '97 minus remainder by 97',
  patterns: [
    { name: 'punctuated', regex: /\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}/, validScore: 0.9 },
    { name: 'spaced', regex: /\d{2}[ .]\d{2}[ .]\d{2}[ -]\d{3}[ .]\d{2}/, validScore: 0.6 },
    { name: 'eleven digits', regex: /\d{11}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isBeNationalNumber),
  context: {
    nl: ['rijksregisternummer', 'rijksregister', 'insz', 'bis-nummer', 'identificatienummer'],
    fr: ['numéro national', 'registre national', 'niss', 'numéro de registre national'],
    de: ['nationalregisternummer'],
    en: ['national number', 'national register number', 'national registry number', 'niss'],
  },
  examples: {
    valid: ['85.07.30-033.28', '72.05.06-227.73', '71 05 04 816 08', '84101728767'],
    invalid: ['85.53.30-033.28'],
  },
});

function isBeNationalNumber(value: string): boolean {
  const digits = compact(value);
  const month = Number(digits.slice(2, 4)) % 20;
  if (month > 12 || Number(digits.slice(4, 6)) > 31 || Number(digits.slice(2, 4)) > 52) return false;
  const body = digits.slice(0, 9);
  const check = Number(digits.slice(9));
  return check === 97 - remainder(body, 97) || (body < '500000000' && check === 97 - remainder(`2${body}`, 97));
}
