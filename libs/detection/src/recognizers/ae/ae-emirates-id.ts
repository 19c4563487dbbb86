import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { luhn } from '../check-digits.js';

/**
 * UAE Emirates ID number. Source: ICP, Emirates ID: 784, birth year, seven digits, Luhn digit. Check: Luhn and birth
 * year.
 */
export const aeEmiratesId = patternRecognizer({
  id: 'ae.emirates-id',
  type: 'AE_EMIRATES_ID',
  country: 'AE',
  title: 'UAE Emirates ID number',
  source: 'ICP, Emirates ID: 784, birth year, seven digits, Luhn digit',
  check: 'Luhn and birth year',
  patterns: [
    { name: 'hyphens', regex: /784-(?:19|20)\d{2}-\d{7}-\d/, score: 0.4, validScore: 0.9 },
    { name: 'plain', regex: /784 ?(?:19|20)\d{2} ?\d{7} ?\d/, validScore: 0.7 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isAeEmiratesId),
  context: {
    ar: ['رقم الهوية', 'الهوية الإماراتية', 'بطاقة الهوية'],
    en: ['emirates id', 'eid', 'uae id', 'identity card'],
  },
  examples: { valid: ['784-1986-5911598-8', '784198386965861'], invalid: ['784-1995-6289054-4'] },
});

function isAeEmiratesId(value: string): boolean {
  return luhn(compact(value));
}
