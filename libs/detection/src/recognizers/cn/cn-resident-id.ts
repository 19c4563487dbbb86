import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { isLongDate } from '../calendar.js';
import { iso7064Mod11Radix2 } from '../check-digits.js';

/**
 * Chinese resident identity number. Source: GB 11643-1999; ISO/IEC 7064 MOD 11-2. Check: ISO/IEC 7064 MOD 11-2,
 * birth date and province.
 */
export const cnResidentId = patternRecognizer({
  id: 'cn.resident-id',
  type: 'CN_RESIDENT_ID',
  country: 'CN',
  title: 'Chinese resident identity number',
  source: 'GB 11643-1999; ISO/IEC 7064 MOD 11-2',
  check: 'ISO/IEC 7064 MOD 11-2, birth date and province',
  patterns: [
    { name: 'eighteen characters', regex: /[1-9]\d{16}[\dX]/i, validScore: 0.8 },
    { name: 'spaced', regex: /[1-9]\d{5} (?:18|19|20)\d{6} \d{3}[\dX]/i, validScore: 0.9 },
  ],
  score: 0.3,
  validScore: 0.8,
  validate: checked(isCnResidentId),
  context: {
    zh: ['身份证', '身份证号', '身份证号码', '公民身份号码'],
    en: ['resident id', 'chinese id', 'identity card', 'id number', 'national id'],
  },
  examples: {
    valid: ['360426199101010071', '110101195706050297', '110101 19600811 3291'],
    invalid: ['360426199113010071'],
  },
});

function isCnResidentId(value: string): boolean {
  const characters = compact(value);
  return (
    /^(?:1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3]|91)/.test(characters) &&
    isLongDate(characters.slice(6, 14)) &&
    iso7064Mod11Radix2(characters)
  );
}
