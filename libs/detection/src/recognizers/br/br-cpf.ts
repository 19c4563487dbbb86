import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { isRepeatedDigit, weightedSum } from '../check-digits.js';

/**
 * Brazilian tax number of a person. Source: Receita Federal IN RFB 1548/2015, CPF; weights 10 to 2 and 11 to 2.
 * Check: two weighted mod 11.
 */
export const brCpf = patternRecognizer({
  id: 'br.cpf',
  type: 'BR_CPF',
  country: 'BR',
  title: 'Brazilian tax number of a person',
  source: 'Receita Federal IN RFB 1548/2015, CPF; weights 10 to 2 and 11 to 2',
  check: 'two weighted mod 11',
  patterns: [
    { name: 'punctuated', regex: /\d{3}\.\d{3}\.\d{3}-\d{2}/, validScore: 0.9 },
    { name: 'hyphen or spaces', regex: /\d{9}-\d{2}|\d{3} \d{3} \d{3}[- ]\d{2}/, validScore: 0.55 },
    { name: 'eleven digits', regex: /\d{11}/, validScore: 0.4 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isBrCpf),
  context: {
    pt: ['cpf', 'cadastro de pessoas físicas', 'cpf/mf', 'c.p.f.'],
    en: ['cpf', 'brazilian tax number', 'tax id', 'taxpayer id'],
  },
  examples: { valid: ['390.533.447-05', '211.918.887-46', '05719377565', '045401442-27'], invalid: ['111.111.111-11'] },
});

function isBrCpf(value: string): boolean {
  const digits = compact(value);
  const check = (end: number): boolean =>
    ((weightedSum([...digits.slice(0, end)].reverse().join(''), [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) * 10) % 11) % 10 ===
    Number(digits[end]);
  return !isRepeatedDigit(digits) && check(9) && check(10);
}
