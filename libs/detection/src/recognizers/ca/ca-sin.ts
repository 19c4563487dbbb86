import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { luhn } from '../check-digits.js';

/**
 * Canadian Social Insurance Number. Source: Service Canada, Social Insurance Number; ISO/IEC 7812. Check: Luhn.
 */
export const caSin = patternRecognizer({
  id: 'ca.sin',
  type: 'CA_SIN',
  country: 'CA',
  title: 'Canadian Social Insurance Number',
  source: 'Service Canada, Social Insurance Number; ISO/IEC 7812',
  check: 'Luhn',
  patterns: [
    { name: 'grouped', regex: /\d{3}-\d{3}-\d{3}/, validScore: 0.45 },
    { name: 'spaced', regex: /\d{3} \d{3} \d{3}/, validScore: 0.4 },
    { name: 'nine digits', regex: /\d{9}/, validScore: 0.3 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isCaSin),
  context: {
    en: ['sin', 'social insurance', 'social insurance number', 'sin number'],
    fr: ['nas', 'numéro d’assurance sociale', 'assurance sociale'],
  },
  examples: {
    valid: ['123-456-782', '306-933-011', '123 612 459', '164123143'],
    invalid: ['123-456-783', '046 454 286'],
  },
});

function isCaSin(value: string): boolean {
  const digits = compact(value);
  return digits[0] !== '0' && digits[0] !== '8' && luhn(digits);
}
