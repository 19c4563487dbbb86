import { checked, compact, patternRecognizer } from '../../recognizer.js';

/**
 * Chinese unified social credit code. Source: GB 32100-2015; weights are the powers of three modulo 31. Check:
 * weighted mod 31.
 */
export const cnCreditCode = patternRecognizer({
  id: 'cn.credit-code',
  type: 'CN_CREDIT_CODE',
  country: 'CN',
  title: 'Chinese unified social credit code',
  source: 'GB 32100-2015; weights are the powers of three modulo 31',
  check: 'weighted mod 31',
  patterns: [{ name: 'eighteen characters', regex: /(?:[159]\d|Y1)\d{6}[0-9A-HJ-NP-RTUWXY]{10}/, validScore: 0.45 }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isCnCreditCode),
  context: {
    zh: ['统一社会信用代码', '信用代码', '税号', '纳税人识别号'],
    en: ['unified social credit code', 'uscc', 'credit code'],
  },
  examples: { valid: ['91110000600037341L', '91110000693933571J'], invalid: ['91110000MG17800785'] },
});

function isCnCreditCode(value: string): boolean {
  const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';
  const characters = compact(value);
  let sum = 0;
  for (let i = 0; i < 17; i++) sum += alphabet.indexOf(characters[i]!) * (3 ** i % 31);
  return alphabet[(31 - (sum % 31)) % 31] === characters[17];
}
