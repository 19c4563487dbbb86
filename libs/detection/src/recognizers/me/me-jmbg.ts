import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { isJmbg } from '../shared-checks.js';

/**
 * Montenegrin unique master citizen number. Source: Zakon o jedinstvenom matičnom broju (Crna Gora); JMBG: DDMMYYY,
 * region, serial, weights 7 6 5 4 3 2. Check: weighted mod 11, birth date and region.
 */
export const meJmbg = patternRecognizer({
  id: 'me.jmbg',
  type: 'ME_JMBG',
  country: 'ME',
  title: 'Montenegrin unique master citizen number',
  source: 'Zakon o jedinstvenom matičnom broju (Crna Gora); JMBG: DDMMYYY, region, serial, weights 7 6 5 4 3 2',
  check: 'weighted mod 11, birth date and region',
  patterns: [{ name: 'thirteen digits', regex: /\d{13}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isMeJmbg),
  context: {
    cnr: ['jmbg', 'jedinstveni matični broj', 'matični broj'],
    en: ['jmbg', 'unique master citizen number', 'personal number'],
  },
  requiresContext: true,
  examples: { valid: ['2307958219976'], invalid: ['0605988218847'] },
});

function isMeJmbg(value: string): boolean {
  return isJmbg(compact(value), [21, 29]);
}
