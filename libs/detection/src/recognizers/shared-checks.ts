import type { Validation } from '../recognizer.js';
import { isShortDate } from './calendar.js';
import { remainder, weightedSum } from './check-digits.js';

/** The check digit of Estonian and Lithuanian personal codes: weights 1 to 9, 1; where that gives ten, 3 to 9, 1, 2, 3. */
export function balticCheckDigit(digits: string): number {
  const body = digits.slice(0, 10);
  const first = weightedSum(body, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11;
  return first < 10 ? first : (weightedSum(body, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11) % 10;
}

/**
 * JMBG of the former Yugoslav republics: DDMMYYY, region, serial, check digit. `regions` are the first and last region codes
 * of the country, so that a number is found for one country only.
 */
export function isJmbg(digits: string, regions: readonly [number, number]): boolean {
  const region = Number(digits.slice(7, 9));
  if (region < regions[0] || region > regions[1] || (digits[4] !== '9' && digits[4] !== '0')) return false;
  if (!isShortDate(digits.slice(0, 4) + digits.slice(5, 7), 'dmy')) return false;
  const check = (11 - (weightedSum(digits.slice(0, 12), [7, 6, 5, 4, 3, 2]) % 11)) % 11;
  return check % 10 === Number(digits[12]);
}

/**
 * Czech and Slovak birth number. The month has 50 added for women and 20 once a day's numbers ran out; nine digits, without
 * check, until 1953. Ten digits divide by eleven, or (until 1985) leave ten before a zero.
 */
export function validateBirthNumber(digits: string): Validation {
  const month = String((Number(digits.slice(2, 4)) % 50) % 20).padStart(2, '0');
  if (!isShortDate(digits.slice(0, 2) + month + digits.slice(4, 6), 'ymd')) return 'invalid';
  if (digits.length === 9) return Number(digits.slice(0, 2)) < 54 && !digits.endsWith('000') ? 'unknown' : 'invalid';
  const rest = remainder(digits.slice(0, 9), 11);
  return rest === Number(digits[9]) || (rest === 10 && digits[9] === '0') ? 'valid' : 'invalid';
}
