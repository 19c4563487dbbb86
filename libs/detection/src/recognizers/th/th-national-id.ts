import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Thai identity number. Source: DOPA, เลขประจำตัวประชาชน; weights 13 to 2. Check: weighted mod 11. The Thai words
 * are normalised as texts are: NFKC takes SARA AM apart.
 */
export const thNationalId = patternRecognizer({
  id: 'th.national-id',
  type: 'TH_NATIONAL_ID',
  country: 'TH',
  title: 'Thai identity number',
  source: 'DOPA, เลขประจำตัวประชาชน; weights 13 to 2',
  check: 'weighted mod 11',
  patterns: [
    { name: 'grouped', regex: /[1-8][- ]\d{4}[- ]\d{5}[- ]\d{2}[- ]\d/, validScore: 0.75 },
    { name: 'thirteen digits', regex: /[1-8]\d{12}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isThNationalId),
  context: {
    th: ['เลขประจำตัวประชาชน', 'บัตรประชาชน', 'เลขบัตรประชาชน', 'เลขประจำตัวผู้เสียภาษี'].map((word) => word.normalize('NFKC')),
    en: ['thai id', 'thai national id', 'national id', 'citizen id', 'id card'],
  },
  examples: { valid: ['1-2345-45678-78-1', '3-2017-36873-37-0', '6029993585164'], invalid: ['1-2345-45678-78-2'] },
});

function isThNationalId(value: string): boolean {
  const digits = compact(value);
  return (
    (11 - (weightedSum(digits.slice(0, 12), [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === Number(digits[12])
  );
}
