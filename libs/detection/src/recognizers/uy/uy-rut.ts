import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Uruguayan tax number. Source: DGI, Registro Único Tributario; weights 4 3 2 9 8 7 6 5 4 3 2. Check: weighted mod
 * 11.
 */
export const uyRut = patternRecognizer({
  id: 'uy.rut',
  type: 'UY_RUT',
  country: 'UY',
  title: 'Uruguayan tax number',
  source: 'DGI, Registro Único Tributario; weights 4 3 2 9 8 7 6 5 4 3 2',
  check: 'weighted mod 11',
  patterns: [
    { name: 'hyphens', regex: /\d{2}-\d{6}-\d{3}-\d/, validScore: 0.7 },
    { name: 'twelve digits', regex: /\d{12}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isUyRut),
  context: { es: ['rut', 'r.u.t.', 'registro único tributario'], en: ['rut', 'uruguayan tax number', 'tax number'] },
  examples: { valid: ['21-100342-001-7', '21-894083-001-4', '210339420014'], invalid: ['21-782160-001-8'] },
});

function isUyRut(value: string): boolean {
  const digits = compact(value);
  const office = Number(digits.slice(0, 2));
  if (office < 1 || office > 22 || digits.slice(8, 11) !== '001') return false;
  return (11 - (weightedSum(digits.slice(0, 11), [4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === Number(digits[11]);
}
