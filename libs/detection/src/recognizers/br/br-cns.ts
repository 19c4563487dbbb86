import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Brazilian health card number. Source: DATASUS, Cartão Nacional de Saúde (CNS): weights 15 to 1. Check: weighted
 * mod 11.
 */
export const brCns = patternRecognizer({
  id: 'br.cns',
  type: 'BR_CNS',
  country: 'BR',
  title: 'Brazilian health card number',
  source: 'DATASUS, Cartão Nacional de Saúde (CNS): weights 15 to 1',
  check: 'weighted mod 11',
  patterns: [
    { name: 'grouped', regex: /[12789]\d{2} \d{4} \d{4} \d{4}/, validScore: 0.5 },
    { name: 'fifteen digits', regex: /[12789]\d{14}/, validScore: 0.38 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isBrCns),
  context: {
    pt: ['cns', 'cartão nacional de saúde', 'cartão sus', 'cartão do sus'],
    en: ['cns', 'brazilian health card', 'health card'],
  },
  examples: { valid: ['770 8282 6640 2750', '759239078041105'], invalid: ['702 2310 4405 9982'] },
});

function isBrCns(value: string): boolean {
  return weightedSum(compact(value), [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
}
