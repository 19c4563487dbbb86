import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Brazilian social integration number. Source: Caixa / INSS, PIS / PASEP / NIT / NIS; weights 3 2 9 8 7 6 5 4 3 2.
 * Check: weighted mod 11.
 */
export const brPis = patternRecognizer({
  id: 'br.pis',
  type: 'BR_PIS',
  country: 'BR',
  title: 'Brazilian social integration number',
  source: 'Caixa / INSS, PIS / PASEP / NIT / NIS; weights 3 2 9 8 7 6 5 4 3 2',
  check: 'weighted mod 11',
  patterns: [
    { name: 'punctuated', regex: /\d{3}\.\d{5}\.\d{2}-\d/, validScore: 0.7 },
    { name: 'eleven digits', regex: /\d{11}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isBrPis),
  context: {
    pt: ['pis', 'pasep', 'nit', 'nis', 'pis/pasep'],
    en: ['pis', 'pasep', 'nit', 'brazilian social security number'],
  },
  examples: { valid: ['136.13328.89-4', '15855943627'], invalid: ['102.44550.03-2'] },
});

function isBrPis(value: string): boolean {
  const digits = compact(value);
  return ((weightedSum(digits.slice(0, 10), [3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) * 10) % 11) % 10 === Number(digits[10]);
}
