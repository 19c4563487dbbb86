import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Salvadoran identity number. Source: RNPN, Documento Único de Identidad; weights 9 to 2. Check: weighted mod 10.
 */
export const svDui = patternRecognizer({
  id: 'sv.dui',
  type: 'SV_DUI',
  country: 'SV',
  title: 'Salvadoran identity number',
  source: 'RNPN, Documento Único de Identidad; weights 9 to 2',
  check: 'weighted mod 10',
  patterns: [
    { name: 'hyphen', regex: /\d{8}-\d/, validScore: 0.4 },
    { name: 'nine digits', regex: /\d{9}/, validScore: 0.3 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isSvDui),
  context: { es: ['dui', 'd.u.i.', 'documento único de identidad'], en: ['dui', 'salvadoran id', 'national id'] },
  examples: { valid: ['00016297-5', '08227653-0', '043543649'], invalid: ['09750989-2'] },
});

function isSvDui(value: string): boolean {
  const digits = compact(value);
  return (10 - (weightedSum(digits.slice(0, 8), [9, 8, 7, 6, 5, 4, 3, 2]) % 10)) % 10 === Number(digits[8]);
}
