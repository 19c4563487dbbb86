import { stdnum } from 'stdnum';
import { compact, patternRecognizer } from '../../recognizer.js';
import { byStdnum } from '../by-stdnum.js';

/**
 * Austrian VAT number. Source: UID-Nummer, Art. 28 UStG; check as in stdnum (AT.uid). Check: weighted mod 10.
 */
export const atVat = patternRecognizer({
  id: 'at.vat',
  type: 'AT_VAT',
  country: 'AT',
  title: 'Austrian VAT number',
  source: 'UID-Nummer, Art. 28 UStG; check as in stdnum (AT.uid)',
  check: 'weighted mod 10',
  patterns: [{ name: 'prefixed', regex: /AT ?U\d{8}/, validScore: 0.85 }],
  score: 0.3,
  validScore: 0.8,
  validate: byStdnum(stdnum.AT!.uid!, (value) => compact(value).slice(2)),
  context: {
    de: ['uid', 'umsatzsteuer', 'umsatzsteuer-identifikationsnummer', 'uid-nummer'],
    en: ['vat', 'vat number', 'vat id'],
  },
  examples: { valid: ['ATU13585627', 'ATU03926172', 'AT U52005422'], invalid: ['ATU74909479'] },
});
