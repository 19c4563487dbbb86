import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { remainder } from '../check-digits.js';

/**
 * Moroccan company identifier. Source: OMPIC, Identifiant Commun de l’Entreprise: fifteen digits. Check: remainder
 * by 97.
 */
export const maIce = patternRecognizer({
  id: 'ma.ice',
  type: 'MA_ICE',
  country: 'MA',
  title: 'Moroccan company identifier',
  source: 'OMPIC, Identifiant Commun de l’Entreprise: fifteen digits',
  check: 'remainder by 97',
  patterns: [{ name: 'fifteen digits', regex: /\d{15}/, validScore: 0.4 }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isMaIce),
  context: { fr: ['ice', 'identifiant commun de l’entreprise'], en: ['moroccan ice', 'ice number'] },
  examples: { valid: ['001561191000066', '001205243779976'], invalid: ['002774631097586'] },
});

function isMaIce(value: string): boolean {
  return remainder(compact(value), 97) === 0;
}
