import { stdnum } from 'stdnum';
import { compact, patternRecognizer } from '../../recognizer.js';
import { byStdnum } from '../by-stdnum.js';

/**
 * Irish VAT number. Source: Revenue Commissioners, VAT registration; check as in stdnum (IE.vat). Check: weighted
 * mod 23.
 */
export const ieVat = patternRecognizer({
  id: 'ie.vat',
  type: 'IE_VAT',
  country: 'IE',
  title: 'Irish VAT number',
  source: 'Revenue Commissioners, VAT registration; check as in stdnum (IE.vat)',
  check: 'weighted mod 23',
  patterns: [{ name: 'prefixed', regex: /IE ?\d[0-9A-Z]\d{5}[A-W][A-I]?/, validScore: 0.75 }],
  score: 0.3,
  validScore: 0.8,
  validate: byStdnum(stdnum.IE!.vat!, (value) => compact(value).slice(2)),
  context: { en: ['vat', 'vat number', 'vat no'] },
  examples: { valid: ['IE6433435F', 'IE9250246J'], invalid: ['IE4410467T'] },
});
