import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * US bank routing number. Source: ABA / Federal Reserve, routing transit number; weights 3 7 1. Check: weighted mod
 * 10 and Federal Reserve range.
 */
export const usAbaRouting = patternRecognizer({
  id: 'us.aba-routing',
  type: 'US_ABA_ROUTING',
  country: 'US',
  title: 'US bank routing number',
  source: 'ABA / Federal Reserve, routing transit number; weights 3 7 1',
  check: 'weighted mod 10 and Federal Reserve range',
  patterns: [{ name: 'nine digits', regex: /\d{9}|\d{4}-\d{4}-\d/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isUsAbaRouting),
  context: {
    en: [
      'aba',
      'routing',
      'routing number',
      'routing no',
      'rtn',
      'transit number',
      'routing transit number',
      'bank routing',
      'aba routing',
    ],
  },
  requiresContext: true,
  examples: { valid: ['021000021', '111000025', '053527103'], invalid: ['021000022'] },
});

function isUsAbaRouting(value: string): boolean {
  const digits = compact(value);
  const district = Number(digits.slice(0, 2));
  if (!(district <= 12 || (district >= 21 && district <= 32) || (district >= 61 && district <= 72) || district === 80))
    return false;
  return Number(digits) > 0 && weightedSum(digits, [3, 7, 1]) % 10 === 0;
}
