import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Kazakh individual identification number. Source: Law 223-III (ИИН / ЖСН, БИН); weights 1 to 11, second pass 3 to
 * 11, 1, 2. Check: two-pass weighted mod 11 and birth date.
 */
export const kzIin = patternRecognizer({
  id: 'kz.iin',
  type: 'KZ_IIN',
  country: 'KZ',
  title: 'Kazakh individual identification number',
  source: 'Law 223-III (ИИН / ЖСН, БИН); weights 1 to 11, second pass 3 to 11, 1, 2',
  check: 'two-pass weighted mod 11 and birth date',
  patterns: [{ name: 'twelve digits', regex: /\d{12}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isKzIin),
  context: {
    kk: ['жсн', 'бсн'],
    ru: ['иин', 'бин', 'индивидуальный идентификационный номер'],
    en: ['iin', 'bin', 'individual identification number', 'kazakh iin'],
  },
  requiresContext: true,
  examples: { valid: ['870311361230'], invalid: ['851310300123'] },
});

function isKzIin(value: string): boolean {
  const digits = compact(value);
  const month = Number(digits.slice(2, 4));
  if (month < 1 || month > 12) return false;
  const first = weightedSum(digits.slice(0, 11), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) % 11;
  const check = first < 10 ? first : weightedSum(digits.slice(0, 11), [3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2]) % 11;
  return check === Number(digits[11]);
}
