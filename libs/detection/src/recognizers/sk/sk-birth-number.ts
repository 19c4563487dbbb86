import { compact, patternRecognizer } from '../../recognizer.js';
import { validateBirthNumber } from '../shared-checks.js';

/**
 * Slovak birth number. Source: Zákon 301/1995 Z. z., rodné číslo; check as in python-stdnum (cz.rc). Check:
 * divisible by 11 and birth date.
 */
export const skBirthNumber = patternRecognizer({
  id: 'sk.birth-number',
  type: 'SK_BIRTH_NUMBER',
  country: 'SK',
  title: 'Slovak birth number',
  source: 'Zákon 301/1995 Z. z., rodné číslo; check as in python-stdnum (cz.rc)',
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
    sk: ['rodné číslo', 'rodne cislo', 'rč', 'r.č.', 'rodného čísla'],
    en: ['slovak birth number', 'birth number', 'personal number'],
  },
  examples: { valid: ['710319/2745', '790107/3279', '6401074812'], invalid: ['711319/2745'] },
});
