import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { isJmbg } from '../shared-checks.js';

/**
 * Macedonian unique master citizen number. Source: Закон за матичен број на граѓанинот; JMBG: DDMMYYY, region,
 * serial, weights 7 6 5 4 3 2. Check: weighted mod 11, birth date and region.
 */
export const mkJmbg = patternRecognizer({
  id: 'mk.jmbg',
  type: 'MK_JMBG',
  country: 'MK',
  title: 'Macedonian unique master citizen number',
  source: 'Закон за матичен број на граѓанинот; JMBG: DDMMYYY, region, serial, weights 7 6 5 4 3 2',
  check: 'weighted mod 11, birth date and region',
  patterns: [{ name: 'thirteen digits', regex: /\d{13}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isMkJmbg),
  context: {
    mk: ['емб', 'ембг', 'матичен број', 'единствен матичен број'],
    en: ['embg', 'unique master citizen number', 'personal number'],
  },
  requiresContext: true,
  examples: { valid: ['2301965457388'], invalid: ['2803995450147'] },
});

function isMkJmbg(value: string): boolean {
  return isJmbg(compact(value), [41, 49]);
}
