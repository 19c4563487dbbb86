import { compact, patternRecognizer, type Validation } from '../../recognizer.js';
import { isShortDate } from '../calendar.js';
import { weightedSum } from '../check-digits.js';

/**
 * Korean resident registration number. Source: Resident Registration Act, 주민등록번호 and foreigner registration number;
 * weights 2 to 9, 2 to 5. Check: birth date and sex digit; weighted mod 11 only on numbers before October 2020.
 * Since October 2020 all but the first seven digits are random, so a failed check proves nothing.
 */
export const krRrn = patternRecognizer({
  id: 'kr.rrn',
  type: 'KR_RRN',
  country: 'KR',
  title: 'Korean resident registration number',
  source: 'Resident Registration Act, 주민등록번호 and foreigner registration number; weights 2 to 9, 2 to 5',
  check: 'birth date and sex digit; weighted mod 11 only on numbers before October 2020',
  patterns: [
    { name: 'hyphen', regex: /\d{6}-[0-9]\d{6}/, score: 0.5, validScore: 0.85 },
    { name: 'thirteen digits', regex: /\d{13}/, score: 0.12, validScore: 0.38 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: validateKrRrn,
  context: {
    ko: ['주민등록번호', '주민번호', '외국인등록번호'],
    en: ['rrn', 'resident registration number', 'korean resident registration number', 'arc number'],
  },
  examples: { valid: ['971013-9019902', '900810-2127501', '9509211204846'], invalid: ['971313-9019902'] },
});

function validateKrRrn(value: string): Validation {
  const digits = compact(value);
  if (!isShortDate(digits.slice(0, 6), 'ymd')) return 'invalid';
  const check = (11 - (weightedSum(digits.slice(0, 12), [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11)) % 10;
  return check === Number(digits[12]) ? 'valid' : 'unknown';
}
