import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { base36 } from '../check-digits.js';

/**
 * Hong Kong identity card number. Source: Registration of Persons Ordinance Cap. 177, HKID; weights 9 to 1, letters
 * A=10, blank 36. Check: weighted mod 11.
 */
export const hkHkid = patternRecognizer({
  id: 'hk.hkid',
  type: 'HK_HKID',
  country: 'HK',
  title: 'Hong Kong identity card number',
  source: 'Registration of Persons Ordinance Cap. 177, HKID; weights 9 to 1, letters A=10, blank 36',
  check: 'weighted mod 11',
  patterns: [
    { name: 'parentheses', regex: /[A-Z]{1,2}\d{6}\([\dA]\)/i, validScore: 0.85 },
    { name: 'plain', regex: /[A-Z]{1,2} ?\d{6} ?[\dA]/i, validScore: 0.42 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isHkHkid),
  context: {
    zh: ['身份證', '香港身份證', '身份證號碼', '身份證號'],
    en: ['hkid', 'hong kong identity card', 'identity card', 'hong kong id', 'id card', 'id number'],
  },
  examples: { valid: ['A123456(3)', 'AB987654(3)', 'V129051(7)', 'A989953A'], invalid: ['A123456(4)'] },
});

function isHkHkid(value: string): boolean {
  const characters = compact(value).padStart(9, ' ');
  let sum = 0;
  for (let i = 0; i < 9; i++) sum += (characters[i] === ' ' ? 36 : base36(characters[i]!)) * (9 - i);
  return sum % 11 === 0;
}
