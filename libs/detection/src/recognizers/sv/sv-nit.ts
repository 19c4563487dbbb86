import { stdnum } from 'stdnum';
import { compact, patternRecognizer } from '../../recognizer.js';
import { byStdnum } from '../by-stdnum.js';

/**
 * Salvadoran tax number. Source: Ministerio de Hacienda, NIT: municipality, birth date, sequence; check as in stdnum
 * (SV.nit). Check: weighted mod 11.
 */
export const svNit = patternRecognizer({
  id: 'sv.nit',
  type: 'SV_NIT',
  country: 'SV',
  title: 'Salvadoran tax number',
  source: 'Ministerio de Hacienda, NIT: municipality, birth date, sequence; check as in stdnum (SV.nit)',
  check: 'weighted mod 11',
  patterns: [
    { name: 'hyphens', regex: /\d{4}-\d{6}-\d{3}-\d/, validScore: 0.7 },
    { name: 'fourteen digits', regex: /\d{14}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: byStdnum(stdnum.SV!.nit!, compact),
  context: {
    es: ['nit', 'n.i.t.', 'número de identificación tributaria'],
    en: ['nit', 'salvadoran tax number', 'tax number'],
  },
  examples: { valid: ['0614-050707-104-8', '0614-150970-901-1', '06141406795017'], invalid: ['0614-301154-908-8'] },
});
