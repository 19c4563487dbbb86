import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Dominican taxpayer number. Source: DGII, Registro Nacional del Contribuyente; weights 7 9 8 6 5 4 3 2. Check:
 * weighted mod 11.
 */
export const doRnc = patternRecognizer({
  id: 'do.rnc',
  type: 'DO_RNC',
  country: 'DO',
  title: 'Dominican taxpayer number',
  source: 'DGII, Registro Nacional del Contribuyente; weights 7 9 8 6 5 4 3 2',
  check: 'weighted mod 11',
  patterns: [
    { name: 'hyphens', regex: /[145]-\d{2}-\d{5}-\d/, validScore: 0.6 },
    { name: 'nine digits', regex: /[145]\d{8}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isDoRnc),
  context: { es: ['rnc', 'registro nacional del contribuyente'], en: ['rnc', 'dominican tax number', 'tax number'] },
  examples: { valid: ['1-01-85004-3', '1-59-22090-3', '136702663'], invalid: ['1-10-39527-3'] },
});

function isDoRnc(value: string): boolean {
  const digits = compact(value);
  return ((10 - (weightedSum(digits.slice(0, 8), [7, 9, 8, 6, 5, 4, 3, 2]) % 11) + 9) % 9) + 1 === Number(digits[8]);
}
