import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * New Zealand tax number. Source: Inland Revenue, IRD number validation (Resident Withholding Tax specification).
 * Check: two-pass weighted mod 11.
 */
export const nzIrd = patternRecognizer({
  id: 'nz.ird',
  type: 'NZ_IRD',
  country: 'NZ',
  title: 'New Zealand tax number',
  source: 'Inland Revenue, IRD number validation (Resident Withholding Tax specification)',
  check: 'two-pass weighted mod 11',
  patterns: [
    { name: 'hyphens', regex: /\d{2,3}[- ]\d{3}[- ]\d{3}/ },
    { name: 'eight or nine digits', regex: /\d{8,9}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isNzIrd),
  context: { en: ['ird', 'ird number', 'ird no', 'inland revenue'], mi: ['te tari taake'] },
  requiresContext: true,
  examples: { valid: ['49-091-850', '49091850', '48-979-475', '31074223'], invalid: ['49091851'] },
});

function isNzIrd(value: string): boolean {
  const digits = compact(value).padStart(9, '0');
  if (Number(digits) < 10_000_000 || Number(digits) > 150_000_000) return false;
  const check = (weights: readonly number[]): number => (11 - (weightedSum(digits.slice(0, 8), weights) % 11)) % 11;
  const first = check([3, 2, 7, 6, 5, 4, 3, 2]);
  return (first < 10 ? first : check([7, 4, 3, 2, 5, 2, 7, 6])) === Number(digits[8]);
}
