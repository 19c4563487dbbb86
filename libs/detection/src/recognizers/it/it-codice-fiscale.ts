import { stdnum } from 'stdnum';
import { compact, patternRecognizer } from '../../recognizer.js';
import { byStdnum } from '../by-stdnum.js';

/**
 * Italian tax code of a person. Source: DM 23/12/1976, codice fiscale (Agenzia delle Entrate), with omocodia
 * letters. Check: mod 26 by two tables and birth date.
 */
export const itCodiceFiscale = patternRecognizer({
  id: 'it.codice-fiscale',
  type: 'IT_CODICE_FISCALE',
  country: 'IT',
  title: 'Italian tax code of a person',
  source: 'DM 23/12/1976, codice fiscale (Agenzia delle Entrate), with omocodia letters',
  check: 'mod 26 by two tables and birth date',
  patterns: [
    {
      name: 'sixteen characters',
      regex: /[A-Z]{6}[0-9L-NP-V]{2}[A-EHLMPR-T][0-9L-NP-V]{2}[A-Z][0-9L-NP-V]{3}[A-Z]/i,
      validScore: 0.95,
    },
    { name: 'spaced', regex: /[A-Z]{3} [A-Z]{3} \d{2}[A-EHLMPR-T]\d{2} [A-Z]\d{3}[A-Z]/i, validScore: 0.95 },
  ],
  score: 0.3,
  validScore: 0.8,
  validate: byStdnum(stdnum.IT!.codicefiscale!, compact),
  context: {
    it: ['codice fiscale', 'cf', 'c.f.', 'cod. fisc.', 'cod fiscale'],
    en: ['codice fiscale', 'italian tax code', 'tax code', 'fiscal code'],
  },
  examples: { valid: ['RCCMNL83S18D969H', 'RSSMRA50T04H022F', 'RSS MRA 73T11 H011Y'], invalid: ['RCCMNL83S18D969G'] },
});
