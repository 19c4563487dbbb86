import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Hungarian social insurance number. Source: Act XX of 1996, TAJ szám; weights 3 and 7. Check: weighted mod 10.
 */
export const huTaj = patternRecognizer({
  id: 'hu.taj',
  type: 'HU_TAJ',
  country: 'HU',
  title: 'Hungarian social insurance number',
  source: 'Act XX of 1996, TAJ szám; weights 3 and 7',
  check: 'weighted mod 10',
  patterns: [{ name: 'nine digits', regex: /\d{3}[ -]?\d{3}[ -]?\d{3}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isHuTaj),
  context: {
    hu: ['taj', 'taj szám', 'taj-szám', 'társadalombiztosítási azonosító', 'tajszám', 'taj száma'],
    en: ['taj', 'hungarian social insurance number', 'social insurance number', 'social security number'],
  },
  requiresContext: true,
  examples: { valid: ['111 111 110', '181 383 008', '102240610'], invalid: ['297 320 967'] },
});

function isHuTaj(value: string): boolean {
  const digits = compact(value);
  return weightedSum(digits.slice(0, 8), [3, 7]) % 10 === Number(digits[8]);
}
