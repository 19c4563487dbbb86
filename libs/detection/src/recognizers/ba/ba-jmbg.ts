import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { isJmbg } from '../shared-checks.js';

/**
 * Bosnian unique master citizen number. Source: Zakon o jedinstvenom matičnom broju (BiH); JMBG: DDMMYYY, region,
 * serial, weights 7 6 5 4 3 2. Check: weighted mod 11, birth date and region.
 */
export const baJmbg = patternRecognizer({
  id: 'ba.jmbg',
  type: 'BA_JMBG',
  country: 'BA',
  title: 'Bosnian unique master citizen number',
  source: 'Zakon o jedinstvenom matičnom broju (BiH); JMBG: DDMMYYY, region, serial, weights 7 6 5 4 3 2',
  check: 'weighted mod 11, birth date and region',
  patterns: [{ name: 'thirteen digits', regex: /\d{13}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isBaJmbg),
  context: {
    bs: ['jmbg', 'jedinstveni matični broj', 'matični broj', 'jmb'],
    en: ['jmbg', 'unique master citizen number', 'personal number'],
  },
  requiresContext: true,
  examples: { valid: ['0204963146455'], invalid: ['1501998119816'] },
});

function isBaJmbg(value: string): boolean {
  return isJmbg(compact(value), [10, 19]);
}
