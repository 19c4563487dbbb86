import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Russian insurance number. Source: ПФР / СФР, СНИЛС: weights 9 to 1, remainder by 101. Check: weighted mod 101.
 */
export const ruSnils = patternRecognizer({
  id: 'ru.snils',
  type: 'RU_SNILS',
  country: 'RU',
  title: 'Russian insurance number',
  source: 'ПФР / СФР, СНИЛС: weights 9 to 1, remainder by 101',
  check: 'weighted mod 101',
  patterns: [
    { name: 'hyphens and space', regex: /\d{3}-\d{3}-\d{3}[ -]\d{2}/, validScore: 0.85 },
    { name: 'eleven digits', regex: /\d{3} ?\d{3} ?\d{3} ?\d{2}/, validScore: 0.38 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isRuSnils),
  context: {
    ru: ['снилс', 'страховой номер', 'номер снилс'],
    en: ['snils', 'russian insurance number', 'insurance number'],
  },
  examples: { valid: ['112-233-445 95', '994-484-898 08', '73258133190'], invalid: ['112-233-445 96'] },
});

function isRuSnils(value: string): boolean {
  const digits = compact(value);
  return (
    digits > '00100199899' &&
    (weightedSum(digits.slice(0, 9), [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101) % 100 === Number(digits.slice(9))
  );
}
