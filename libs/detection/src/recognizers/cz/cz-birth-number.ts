import { compact, patternRecognizer } from '../../recognizer.js';
import { validateBirthNumber } from '../shared-checks.js';

/**
 * Czech birth number. Source: Act 133/2000 Coll., rodné číslo; check as in python-stdnum (cz.rc). Check: divisible
 * by 11 and birth date. Women have 50 added to the month, numbers of exhausted days 20; nine digits, without check,
 * before 1954.
 */
export const czBirthNumber = patternRecognizer({
  id: 'cz.birth-number',
  type: 'CZ_BIRTH_NUMBER',
  country: 'CZ',
  title: 'Czech birth number',
  source: 'Act 133/2000 Coll., rodné číslo; check as in python-stdnum (cz.rc)',
  check: 'divisible by 11 and birth date',
  patterns: [
    { name: 'slash', regex: /\d{6}\/\d{4}/, validScore: 0.45 },
    { name: 'slash, nine digits', regex: /\d{6}\/\d{3}/, validScore: 0.2 },
    { name: 'ten digits', regex: /\d{10}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: (value) => validateBirthNumber(compact(value)),
  context: {
    cs: ['rodné číslo', 'rodne cislo', 'rč', 'r.č.', 'rodného čísla'],
    en: ['czech birth number', 'birth number', 'personal number'],
  },
  examples: { valid: ['710319/2745', '777118/8601', '7241244747'], invalid: ['711319/2745'] },
});
