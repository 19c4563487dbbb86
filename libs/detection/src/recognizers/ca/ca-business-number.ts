import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { luhn } from '../check-digits.js';

/**
 * Canadian business number. Source: CRA, Business Number with program account; ISO/IEC 7812. Check: Luhn.
 */
export const caBusinessNumber = patternRecognizer({
  id: 'ca.business-number',
  type: 'CA_BUSINESS_NUMBER',
  country: 'CA',
  title: 'Canadian business number',
  source: 'CRA, Business Number with program account; ISO/IEC 7812',
  check: 'Luhn',
  patterns: [
    { name: 'with program account', regex: /\d{9} ?(?:RT|RC|RP|RM|RR|RZ) ?\d{4}/, validScore: 0.8 },
    { name: 'nine digits', regex: /\d{9}/, validScore: 0.3 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isCaBusinessNumber),
  context: { en: ['bn', 'business number', 'gst', 'hst', 'gst/hst'], fr: ['numéro d’entreprise', 'tvh'] },
  examples: { valid: ['123026635RC0001', '179992193RT0001', '467367298 RT 0001'], invalid: [] },
});

function isCaBusinessNumber(value: string): boolean {
  return luhn(compact(value).slice(0, 9));
}
