import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Portuguese tax number. Source: Decreto-Lei 14/2013, NIF; weights 9 to 2. Check: weighted mod 11.
 */
export const ptNif = patternRecognizer({
  id: 'pt.nif',
  type: 'PT_NIF',
  country: 'PT',
  title: 'Portuguese tax number',
  source: 'Decreto-Lei 14/2013, NIF; weights 9 to 2',
  check: 'weighted mod 11',
  patterns: [
    { name: 'prefixed', regex: /PT ?\d{3} ?\d{3} ?\d{3}/, validScore: 0.6 },
    { name: 'nine digits', regex: /\d{3}[ .]?\d{3}[ .]?\d{3}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isPtNif),
  context: {
    pt: ['nif', 'contribuinte', 'número de contribuinte', 'nipc', 'número de identificação fiscal', 'n.º contribuinte'],
    en: ['nif', 'portuguese tax number', 'tax number', 'tax id', 'vat', 'tin'],
  },
  examples: { valid: ['PT 501 964 843', '624 217 868', '129617326', 'PT516314785'], invalid: ['274 075 084'] },
});

function isPtNif(value: string): boolean {
  const digits = compact(value).replace(/^PT/, '');
  if (!/^(?:[1235689]|45|7[0124579])/.test(digits)) return false;
  return ((11 - (weightedSum(digits.slice(0, 8), [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === Number(digits[8]);
}
