import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Korean business registration number. Source: National Tax Service, 사업자등록번호; weights 1 3 7 1 3 7 1 3 5. Check:
 * weighted mod 10.
 */
export const krBrn = patternRecognizer({
  id: 'kr.brn',
  type: 'KR_BRN',
  country: 'KR',
  title: 'Korean business registration number',
  source: 'National Tax Service, 사업자등록번호; weights 1 3 7 1 3 7 1 3 5',
  check: 'weighted mod 10',
  patterns: [
    { name: 'hyphens', regex: /\d{3}-\d{2}-\d{5}/, validScore: 0.42 },
    { name: 'ten digits', regex: /\d{10}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isKrBrn),
  context: {
    ko: ['사업자등록번호', '사업자번호'],
    en: ['business registration number', 'brn', 'korean business registration number'],
  },
  examples: { valid: ['116-82-00276', '562-51-27509', '1976020487'], invalid: ['361-60-68894'] },
});

function isKrBrn(value: string): boolean {
  const digits = compact(value);
  const sum = weightedSum(digits.slice(0, 9), [1, 3, 7, 1, 3, 7, 1, 3, 5]) + Math.floor((Number(digits[8]) * 5) / 10);
  return digits > '1010000000' && (10 - (sum % 10)) % 10 === Number(digits[9]);
}
