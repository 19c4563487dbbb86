import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Japanese individual number. Source: Act 27 of 2013 (My Number), ordinance 85 of 2014 art. 5; weights 6 5 4 3 2 7 6
 * 5 4 3 2. Check: weighted mod 11.
 */
export const jpMyNumber = patternRecognizer({
  id: 'jp.my-number',
  type: 'JP_MY_NUMBER',
  country: 'JP',
  title: 'Japanese individual number',
  source: 'Act 27 of 2013 (My Number), ordinance 85 of 2014 art. 5; weights 6 5 4 3 2 7 6 5 4 3 2',
  check: 'weighted mod 11',
  patterns: [
    { name: 'grouped', regex: /\d{4}[ -]\d{4}[ -]\d{4}/, validScore: 0.4 },
    { name: 'twelve digits', regex: /\d{12}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isJpMyNumber),
  context: { ja: ['マイナンバー', '個人番号'], en: ['my number', 'individual number', 'japanese my number'] },
  examples: { valid: ['1234 5678 9018', '9523 1194 6715', '946368411281'], invalid: ['1234 5678 9019'] },
});

function isJpMyNumber(value: string): boolean {
  const digits = compact(value);
  const rest = weightedSum(digits.slice(0, 11), [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return (rest < 2 ? 0 : 11 - rest) === Number(digits[11]);
}
