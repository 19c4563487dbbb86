import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { isJmbg } from '../shared-checks.js';

/**
 * Slovenian unique master citizen number. Source: Zakon o centralnem registru prebivalstva, EMŠO; weights 7 6 5 4 3
 * 2. Check: weighted mod 11, birth date and region.
 */
export const siEmso = patternRecognizer({
  id: 'si.emso',
  type: 'SI_EMSO',
  country: 'SI',
  title: 'Slovenian unique master citizen number',
  source: 'Zakon o centralnem registru prebivalstva, EMŠO; weights 7 6 5 4 3 2',
  check: 'weighted mod 11, birth date and region',
  patterns: [{ name: 'thirteen digits', regex: /\d{13}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isSiEmso),
  context: {
    sl: ['emšo', 'emso', 'jmbg', 'enotna matična številka občana', 'enotna matična številka'],
    en: ['emso', 'unique master citizen number', 'personal number'],
  },
  requiresContext: true,
  examples: { valid: ['0101006500006', '3009998507276'], invalid: ['0113006500006'] },
});

function isSiEmso(value: string): boolean {
  return isJmbg(compact(value), [50, 59]);
}
