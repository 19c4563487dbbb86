import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Peruvian taxpayer number. Source: SUNAT, Registro Único de Contribuyentes; weights 5 4 3 2 7 6 5 4 3 2. Check:
 * weighted mod 11.
 */
export const peRuc = patternRecognizer({
  id: 'pe.ruc',
  type: 'PE_RUC',
  country: 'PE',
  title: 'Peruvian taxpayer number',
  source: 'SUNAT, Registro Único de Contribuyentes; weights 5 4 3 2 7 6 5 4 3 2',
  check: 'weighted mod 11',
  patterns: [{ name: 'eleven digits', regex: /(?:10|15|16|17|20)\d{9}/, validScore: 0.38 }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isPeRuc),
  context: {
    es: ['ruc', 'r.u.c.', 'registro único de contribuyentes'],
    en: ['ruc', 'peruvian tax number', 'tax number'],
  },
  examples: { valid: ['20512333797', '20869334228'], invalid: ['20700089373'] },
});

function isPeRuc(value: string): boolean {
  const digits = compact(value);
  return (11 - (weightedSum(digits.slice(0, 10), [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === Number(digits[10]);
}
