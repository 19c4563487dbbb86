import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Russian taxpayer number. Source: ФНС, приказ ММВ-7-6/435@, ИНН; weights 2 4 10 3 5 9 4 6 8. Check: one or two
 * weighted mod 11.
 */
export const ruInn = patternRecognizer({
  id: 'ru.inn',
  type: 'RU_INN',
  country: 'RU',
  title: 'Russian taxpayer number',
  source: 'ФНС, приказ ММВ-7-6/435@, ИНН; weights 2 4 10 3 5 9 4 6 8',
  check: 'one or two weighted mod 11',
  patterns: [
    { name: 'twelve digits', regex: /\d{12}/, validScore: 0.38 },
    { name: 'ten digits', regex: /\d{10}/, validScore: 0.3 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isRuInn),
  context: {
    ru: ['инн', 'идентификационный номер налогоплательщика'],
    en: ['inn', 'russian tax number', 'taxpayer number', 'tax number'],
  },
  examples: { valid: ['123456789047', '7707083893', '513587163258'], invalid: ['7707083894'] },
});

function isRuInn(value: string): boolean {
  const digits = compact(value);
  const check = (end: number, weights: readonly number[]): boolean =>
    (weightedSum(digits.slice(0, end), weights) % 11) % 10 === Number(digits[end]);
  if (digits.length === 10) return check(9, [2, 4, 10, 3, 5, 9, 4, 6, 8]);
  return check(10, [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) && check(11, [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]);
}
