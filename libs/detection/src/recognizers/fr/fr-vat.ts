import { stdnum } from 'stdnum';
import { compact, patternRecognizer } from '../../recognizer.js';
import { byStdnum } from '../by-stdnum.js';

/**
 * French VAT number. Source: CGI art. 286 ter, numéro de TVA intracommunautaire; check as in stdnum (FR.tva). Check:
 * remainder by 97 over a Luhn number.
 */
export const frVat = patternRecognizer({
  id: 'fr.vat',
  type: 'FR_VAT',
  country: 'FR',
  title: 'French VAT number',
  source: 'CGI art. 286 ter, numéro de TVA intracommunautaire; check as in stdnum (FR.tva)',
  check: 'remainder by 97 over a Luhn number',
  patterns: [{ name: 'prefixed', regex: /FR ?[0-9A-HJ-NP-Z]{2} ?\d{3} ?\d{3} ?\d{3}/, validScore: 0.8 }],
  score: 0.3,
  validScore: 0.8,
  validate: byStdnum(stdnum.FR!.tva!, compact),
  context: { fr: ['tva', 'numéro de tva', 'tva intracommunautaire'], en: ['vat', 'vat number', 'vat id'] },
  examples: { valid: ['FR 40 303 265 045', 'FR62463974717', 'FR58 464 732 221'], invalid: ['FR03463831785'] },
});
