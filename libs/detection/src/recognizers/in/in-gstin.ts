import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { base36 } from '../check-digits.js';

/**
 * Indian goods and services tax number. Source: GSTN, GSTIN: state, PAN, entity, Z, check; Luhn mod 36. Check: Luhn
 * mod 36 around a PAN.
 */
export const inGstin = patternRecognizer({
  id: 'in.gstin',
  type: 'IN_GSTIN',
  country: 'IN',
  title: 'Indian goods and services tax number',
  source: 'GSTN, GSTIN: state, PAN, entity, Z, check; Luhn mod 36',
  check: 'Luhn mod 36 around a PAN',
  patterns: [{ name: 'fifteen characters', regex: /[0-3]\d[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]/i, validScore: 0.9 }],
  score: 0.3,
  validScore: 0.8,
  validate: checked(isInGstin),
  context: { en: ['gstin', 'gst', 'gst number', 'gst no'] },
  examples: { valid: ['27AAPFU0939F1ZV', '27AAPFU9873F1ZC'], invalid: ['27AAPFU0939F1ZO'] },
});

function isInGstin(value: string): boolean {
  const characters = compact(value);
  let sum = 0;
  for (let i = 0; i < 15; i++) {
    const product = base36(characters[i]!) * (1 + (i % 2));
    sum += Math.floor(product / 36) + (product % 36);
  }
  return sum % 36 === 0;
}
