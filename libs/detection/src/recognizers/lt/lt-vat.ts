import { stdnum } from 'stdnum';
import { compact, patternRecognizer } from '../../recognizer.js';
import { byStdnum } from '../by-stdnum.js';

/**
 * Lithuanian VAT number. Source: VMI, PVM mokėtojo kodas; check as in stdnum (LT.pvm). Check: two-pass weighted mod
 * 11.
 */
export const ltVat = patternRecognizer({
  id: 'lt.vat',
  type: 'LT_VAT',
  country: 'LT',
  title: 'Lithuanian VAT number',
  source: 'VMI, PVM mokėtojo kodas; check as in stdnum (LT.pvm)',
  check: 'two-pass weighted mod 11',
  patterns: [{ name: 'prefixed', regex: /LT ?(?:\d{9}|\d{12})/, validScore: 0.6 }],
  score: 0.3,
  validScore: 0.8,
  validate: byStdnum(stdnum.LT!.pvm!, (value) => compact(value).slice(2)),
  context: { lt: ['pvm', 'pvm kodas', 'pvm mokėtojo kodas'], en: ['vat', 'vat number'] },
  examples: { valid: ['LT119511515', 'LT039261712'], invalid: ['LT520054214'] },
});
