import { stdnum } from 'stdnum';
import { compact, patternRecognizer } from '../../recognizer.js';
import { byStdnum } from '../by-stdnum.js';

/**
 * Chinese unified social credit code. Source: GB 32100-2015; weights 1 3 9 27 19 26 16 17 20 29 25 13 8 24 10 30 28.
 * Check: weighted mod 31.
 */
export const cnCreditCode = patternRecognizer({
  id: 'cn.credit-code',
  type: 'CN_CREDIT_CODE',
  country: 'CN',
  title: 'Chinese unified social credit code',
  source: 'GB 32100-2015; weights 1 3 9 27 19 26 16 17 20 29 25 13 8 24 10 30 28',
  check: 'weighted mod 31',
  patterns: [{ name: 'eighteen characters', regex: /(?:[159]\d|Y1)\d{6}[0-9A-HJ-NP-RTUWXY]{10}/, validScore: 0.75 }],
  score: 0.1,
  validScore: 0.3,
  validate: byStdnum(stdnum.CN!.uscc!, compact),
  context: {
    zh: ['统一社会信用代码', '信用代码', '税号', '纳税人识别号'],
    en: ['unified social credit code', 'uscc', 'credit code'],
  },
  examples: { valid: ['91110000600037341L', '91110000693933571J'], invalid: ['91110000MG17800785'] },
});
