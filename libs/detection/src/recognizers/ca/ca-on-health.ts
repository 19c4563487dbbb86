import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { luhn } from '../check-digits.js';

/**
 * Ontario health card number. Source: Ontario Ministry of Health, health card number with version code; ISO/IEC
 * 7812. Check: Luhn.
 */
export const caOnHealth = patternRecognizer({
  id: 'ca.on-health',
  type: 'CA_ON_HEALTH',
  country: 'CA',
  title: 'Ontario health card number',
  source: 'Ontario Ministry of Health, health card number with version code; ISO/IEC 7812',
  check: 'Luhn',
  patterns: [
    { name: 'with version code', regex: /\d{4}[ -]?\d{3}[ -]?\d{3}[ -]?[A-Z]{2}/, validScore: 0.6 },
    { name: 'ten digits', regex: /\d{4}[ -]?\d{3}[ -]?\d{3}/, validScore: 0.3 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isCaOnHealth),
  context: { en: ['ohip', 'health card', 'health card number', 'ontario health card', 'hcn'] },
  examples: { valid: ['2448-096-293', '9903114511'], invalid: ['1720-673-408'] },
});

function isCaOnHealth(value: string): boolean {
  const digits = compact(value).slice(0, 10);
  return digits[0] !== '0' && luhn(digits);
}
