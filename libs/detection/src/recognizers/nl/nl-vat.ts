import { stdnum } from 'stdnum';
import { compact, patternRecognizer } from '../../recognizer.js';
import { byStdnum } from '../by-stdnum.js';

/**
 * Dutch VAT number. Source: Belastingdienst, btw-identificatienummer; check as in stdnum (NL.btw). Check: elfproef
 * or remainder by 97.
 */
export const nlVat = patternRecognizer({
  id: 'nl.vat',
  type: 'NL_VAT',
  country: 'NL',
  title: 'Dutch VAT number',
  source: 'Belastingdienst, btw-identificatienummer; check as in stdnum (NL.btw)',
  check: 'elfproef or remainder by 97',
  patterns: [{ name: 'prefixed', regex: /NL ?\d{4}\.?\d{2}\.?\d{3}\.?B\.?\d{2}/, validScore: 0.8 }],
  score: 0.3,
  validScore: 0.8,
  validate: byStdnum(stdnum.NL!.btw!, compact),
  context: { nl: ['btw', 'btw-nummer', 'btw-id'], en: ['vat', 'vat number'] },
  examples: { valid: ['NL004495445B01', 'NL142559106B01', 'NL 7837.10.628.B01'], invalid: [] },
});
