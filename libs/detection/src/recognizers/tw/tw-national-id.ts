import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Taiwanese identity number. Source: NIA / MOI, 身分證字號 and 統一證號 of 2021; letter table and weights 8 to 1. Check:
 * weighted mod 10.
 */
export const twNationalId = patternRecognizer({
  id: 'tw.national-id',
  type: 'TW_NATIONAL_ID',
  country: 'TW',
  title: 'Taiwanese identity number',
  source: 'NIA / MOI, 身分證字號 and 統一證號 of 2021; letter table and weights 8 to 1',
  check: 'weighted mod 10',
  patterns: [
    { name: 'letter and nine digits', regex: /[A-Z][1289]\d{8}/i, validScore: 0.4 },
    { name: 'foreigner, before 2021', regex: /[A-Z][A-D]\d{8}/i, validScore: 0.4 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isTwNationalId),
  context: {
    zh: ['身分證', '身份證', '身分證字號', '統一證號', '居留證'],
    en: ['taiwan id', 'taiwanese id', 'national id', 'arc number'],
  },
  examples: { valid: ['A123456789', 'A100324391'], invalid: ['A123456788'] },
});

function isTwNationalId(value: string): boolean {
  const characters = compact(value);
  const letter = (character: string): number => 'ABCDEFGHJKLMNPQRSTUVXYWZIO'.indexOf(character) + 10;
  const second = letter(characters[1]!) >= 10 ? letter(characters[1]!) % 10 : Number(characters[1]);
  const first = letter(characters[0]!);
  const sum =
    Math.floor(first / 10) + (first % 10) * 9 + second * 8 + weightedSum(characters.slice(2), [7, 6, 5, 4, 3, 2, 1, 1]);
  return sum % 10 === 0;
}
