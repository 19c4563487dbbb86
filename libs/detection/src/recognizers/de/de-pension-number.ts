import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { base36 } from '../check-digits.js';

/**
 * German pension insurance number. Source: § 147 SGB VI, VKVV § 4: Versicherungsnummer; weights 2 1 2 5 7 1 2 1 2 1
 * 2 1. Check: cross sum mod 10 and birth date.
 */
export const dePensionNumber = patternRecognizer({
  id: 'de.pension-number',
  type: 'DE_PENSION_NUMBER',
  country: 'DE',
  title: 'German pension insurance number',
  source: '§ 147 SGB VI, VKVV § 4: Versicherungsnummer; weights 2 1 2 5 7 1 2 1 2 1 2 1',
  check: 'cross sum mod 10 and birth date',
  patterns: [
    { name: 'grouped', regex: /\d{2} \d{6} [A-Z] \d{3}/, validScore: 0.9 },
    { name: 'plain', regex: /\d{8}[A-Z]\d{3}/, validScore: 0.7 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isDePensionNumber),
  context: {
    de: [
      'rentenversicherungsnummer',
      'versicherungsnummer',
      'sozialversicherungsnummer',
      'rvnr',
      'rv-nummer',
      'sv-nummer',
      'svnr',
    ],
    en: ['pension insurance number', 'german social security number', 'social security number'],
  },
  examples: { valid: ['15 070649 C 103', '59 221059 G 429', '23150680H939'], invalid: ['20 020250 C 514'] },
});

function isDePensionNumber(value: string): boolean {
  const characters = compact(value);
  if (!/^(?:0[1-9]|[1-9]\d)(?:0[1-9]|[12345678]\d)(?:0\d|1[0-2])/.test(characters)) return false;
  const letter = String(base36(characters[8]!) - 9).padStart(2, '0');
  let sum = 0;
  [...characters.slice(0, 8), ...letter, ...characters.slice(9, 11)].forEach((digit, i) => {
    const product = Number(digit) * [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1][i]!;
    sum += Math.floor(product / 10) + (product % 10);
  });
  return sum % 10 === Number(characters[11]);
}
