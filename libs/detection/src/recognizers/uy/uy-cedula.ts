import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Uruguayan identity number. Source: DNIC, cédula de identidad; weights 2 9 8 7 6 3 4. Check: weighted mod 10.
 */
export const uyCedula = patternRecognizer({
  id: 'uy.cedula',
  type: 'UY_CEDULA',
  country: 'UY',
  title: 'Uruguayan identity number',
  source: 'DNIC, cédula de identidad; weights 2 9 8 7 6 3 4',
  check: 'weighted mod 10',
  patterns: [
    { name: 'dotted', regex: /\d\.\d{3}\.\d{3}-\d/, validScore: 0.65 },
    { name: 'hyphen', regex: /\d{6,7}-\d/, validScore: 0.35 },
    { name: 'digits', regex: /\d{7,8}/, validScore: 0.3 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isUyCedula),
  context: {
    es: ['cédula', 'c.i.', 'cédula de identidad', 'documento'],
    en: ['uruguayan id', 'cedula', 'national id'],
  },
  examples: { valid: ['1.234.567-2', '2.137.531-1', '3234792-7', '10706379'], invalid: ['1.234.567-3'] },
});

function isUyCedula(value: string): boolean {
  const digits = compact(value).padStart(8, '0');
  return (10 - (weightedSum(digits.slice(0, 7), [2, 9, 8, 7, 6, 3, 4]) % 10)) % 10 === Number(digits[7]);
}
