import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { isRepeatedDigit, weightedSum } from '../check-digits.js';

/**
 * NHS number of England, Wales and the Isle of Man. Source: NHS Data Dictionary, NHS NUMBER. Check: weighted mod 11.
 */
export const gbNhs = patternRecognizer({
  id: 'gb.nhs',
  type: 'GB_NHS',
  country: 'GB',
  title: 'NHS number of England, Wales and the Isle of Man',
  source: 'NHS Data Dictionary, NHS NUMBER',
  check: 'weighted mod 11',
  patterns: [
    { name: '3-3-4', regex: /\d{3}[ -]\d{3}[ -]\d{4}/ },
    { name: 'ten digits', regex: /\d{10}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isGbNhs),
  context: { en: ['nhs', 'nhs number', 'nhs no', 'nhs no.', 'national health service', 'patient'] },
  requiresContext: true,
  examples: { valid: ['943 476 5919', '401 023 2137', '620 113 8374', '957-099-2840'], invalid: ['943 476 5918'] },
});

function isGbNhs(value: string): boolean {
  const digits = compact(value);
  return (
    !isRepeatedDigit(digits) &&
    (11 - (weightedSum(digits.slice(0, 9), [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === Number(digits[9])
  );
}
