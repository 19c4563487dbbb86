import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Singaporean identity number. Source: ICA, NRIC / FIN, with the M series of 2022; weights 2 7 6 5 4 3 2. Check:
 * weighted mod 11 to letter tables.
 */
export const sgNric = patternRecognizer({
  id: 'sg.nric',
  type: 'SG_NRIC',
  country: 'SG',
  title: 'Singaporean identity number',
  source: 'ICA, NRIC / FIN, with the M series of 2022; weights 2 7 6 5 4 3 2',
  check: 'weighted mod 11 to letter tables',
  patterns: [{ name: 'letter, seven digits, letter', regex: /[STFGM]\d{7}[A-Z]/i, validScore: 0.7 }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isSgNric),
  context: {
    en: ['nric', 'fin', 'nric number', 'fin number', 'singapore id', 'identity card'],
    zh: ['身份证'],
    ms: ['kad pengenalan'],
  },
  examples: { valid: ['S1234567D', 'T1234567J', 'G1234567X', 'F3622024N'], invalid: ['S1234567E'] },
});

function isSgNric(value: string): boolean {
  const characters = compact(value);
  const series = characters[0]!;
  const sum =
    weightedSum(characters.slice(1, 8), [2, 7, 6, 5, 4, 3, 2]) +
    (series === 'T' || series === 'G' ? 4 : series === 'M' ? 3 : 0);
  const table = 'ST'.includes(series) ? 'JZIHGFEDCBA' : series === 'M' ? 'XWUTRQPNJLK' : 'XWUTRQPNMLK';
  return table[sum % 11] === characters[8];
}
