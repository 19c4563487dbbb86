import { stdnum } from 'stdnum';
import { compact, patternRecognizer } from '../../recognizer.js';
import { byStdnum } from '../by-stdnum.js';

/**
 * Macedonian tax number. Source: УЈП, единствен даночен број (ЕДБ); check as in stdnum (MK.edb). Check: weighted mod
 * 11.
 */
export const mkTaxNumber = patternRecognizer({
  id: 'mk.tax-number',
  type: 'MK_TAX_NUMBER',
  country: 'MK',
  title: 'Macedonian tax number',
  source: 'УЈП, единствен даночен број (ЕДБ); check as in stdnum (MK.edb)',
  check: 'weighted mod 11',
  patterns: [{ name: 'thirteen digits', regex: /(?:MK ?)?\d{13}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: byStdnum(stdnum.MK!.edb!, (value) => compact(value).replace(/^MK/, '')),
  context: { mk: ['едб', 'даночен број', 'ддв'], en: ['edb', 'tax number', 'vat'] },
  requiresContext: true,
  examples: { valid: ['4030000375897', '4833565947466', 'MK4767530309014'], invalid: ['5951284045576'] },
});
