import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Argentine tax number. Source: AFIP RG 10/1997, CUIT / CUIL; weights 5 4 3 2 7 6 5 4 3 2. Check: weighted mod 11.
 */
export const arCuit = patternRecognizer({
  id: 'ar.cuit',
  type: 'AR_CUIT',
  country: 'AR',
  title: 'Argentine tax number',
  source: 'AFIP RG 10/1997, CUIT / CUIL; weights 5 4 3 2 7 6 5 4 3 2',
  check: 'weighted mod 11',
  patterns: [
    { name: 'hyphens', regex: /\d{2}-\d{8}-\d/, validScore: 0.65 },
    { name: 'eleven digits', regex: /\d{11}|\d{2} \d{8} \d/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isArCuit),
  context: {
    es: ['cuit', 'cuil', 'c.u.i.t.', 'cdi', 'clave única de identificación tributaria'],
    en: ['cuit', 'cuil', 'argentine tax number', 'tax number'],
  },
  examples: { valid: ['20-05536168-2', '20-18138300-4', '20102240619'], invalid: ['20-29732096-5'] },
});

function isArCuit(value: string): boolean {
  const digits = compact(value);
  if (!/^(?:2[034567]|3[034]|5[015])/.test(digits)) return false;
  return (
    '01234567899'[(11 - (weightedSum(digits.slice(0, 10), [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11] === digits[10]
  );
}
