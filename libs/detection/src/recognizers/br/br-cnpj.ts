import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { isRepeatedDigit, weightedSum } from '../check-digits.js';

/**
 * Brazilian company number. Source: Receita Federal IN RFB 2229/2024, CNPJ, letters allowed since July 2026. Check:
 * two weighted mod 11.
 */
export const brCnpj = patternRecognizer({
  id: 'br.cnpj',
  type: 'BR_CNPJ',
  country: 'BR',
  title: 'Brazilian company number',
  source: 'Receita Federal IN RFB 2229/2024, CNPJ, letters allowed since July 2026',
  check: 'two weighted mod 11',
  patterns: [
    { name: 'punctuated', regex: /[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d{2}/, validScore: 0.9 },
    { name: 'fourteen digits', regex: /\d{14}/, validScore: 0.4 },
    { name: 'slash', regex: /\d{8}\/\d{4}-\d{2}/, validScore: 0.75 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isBrCnpj),
  context: {
    pt: ['cnpj', 'c.n.p.j.', 'cadastro nacional da pessoa jurídica'],
    en: ['cnpj', 'brazilian company number', 'company number'],
  },
  examples: {
    valid: ['16.727.230/0001-97', '12.ABC.345/01DE-35', '32.364.548/0004-50', '32397876000371'],
    invalid: ['16.727.230/0001-98'],
  },
});

function isBrCnpj(value: string): boolean {
  const characters = compact(value);
  const check = (end: number): boolean =>
    ((weightedSum([...characters.slice(0, end)].reverse().join(''), [2, 3, 4, 5, 6, 7, 8, 9]) * 10) % 11) % 10 ===
    Number(characters[end]);
  return !isRepeatedDigit(characters) && check(12) && check(13);
}
