import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Japanese corporate number. Source: National Tax Agency, 法人番号; weights 1 and 2, mod 9. Check: weighted mod 9.
 */
export const jpCorporateNumber = patternRecognizer({
  id: 'jp.corporate-number',
  type: 'JP_CORPORATE_NUMBER',
  country: 'JP',
  title: 'Japanese corporate number',
  source: 'National Tax Agency, 法人番号; weights 1 and 2, mod 9',
  check: 'weighted mod 9',
  patterns: [{ name: 'thirteen digits', regex: /[1-9]\d{12}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isJpCorporateNumber),
  context: { ja: ['法人番号'], en: ['corporate number', 'japanese corporate number'] },
  requiresContext: true,
  examples: { valid: ['5835678256246', '6406877596937'], invalid: ['9840685035598'] },
});

function isJpCorporateNumber(value: string): boolean {
  const digits = compact(value);
  return 9 - (weightedSum([...digits.slice(1)].reverse().join(''), [1, 2]) % 9) === Number(digits[0]);
}
