import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { isJmbg } from '../shared-checks.js';

/**
 * Serbian unique master citizen number. Source: Zakon o jedinstvenom matičnom broju građana; JMBG: DDMMYYY, region,
 * serial, weights 7 6 5 4 3 2. Check: weighted mod 11, birth date and region.
 */
export const rsJmbg = patternRecognizer({
  id: 'rs.jmbg',
  type: 'RS_JMBG',
  country: 'RS',
  title: 'Serbian unique master citizen number',
  source: 'Zakon o jedinstvenom matičnom broju građana; JMBG: DDMMYYY, region, serial, weights 7 6 5 4 3 2',
  check: 'weighted mod 11, birth date and region',
  patterns: [{ name: 'thirteen digits', regex: /\d{13}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isRsJmbg),
  context: {
    sr: ['јмбг', 'jmbg', 'матични број', 'matični broj', 'jedinstveni matični broj'],
    en: ['jmbg', 'unique master citizen number', 'personal number'],
  },
  requiresContext: true,
  examples: { valid: ['0506976714661'], invalid: ['0912958711948'] },
});

function isRsJmbg(value: string): boolean {
  return isJmbg(compact(value), [71, 99]);
}
