import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Bulgarian personal number of a foreigner. Source: Foreigners in the Republic of Bulgaria Act, ЛНЧ; weights as in
 * python-stdnum (bg.pnf). Check: weighted mod 10.
 */
export const bgPnf = patternRecognizer({
  id: 'bg.pnf',
  type: 'BG_PNF',
  country: 'BG',
  title: 'Bulgarian personal number of a foreigner',
  source: 'Foreigners in the Republic of Bulgaria Act, ЛНЧ; weights as in python-stdnum (bg.pnf)',
  check: 'weighted mod 10',
  patterns: [{ name: 'ten digits', regex: /\d{10}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isBgPnf),
  context: { bg: ['лнч', 'личен номер на чужденец'], en: ['lnch', 'pnf', 'personal number of a foreigner'] },
  requiresContext: true,
  examples: { valid: ['7111042925', '1829533476'], invalid: ['8660118469'] },
});

function isBgPnf(value: string): boolean {
  const digits = compact(value);
  return weightedSum(digits.slice(0, 9), [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10 === Number(digits[9]);
}
