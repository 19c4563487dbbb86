import { checked, patternRecognizer } from '../../recognizer.js';
import { luhn } from '../check-digits.js';

/**
 * Indian voter identity number. Source: Election Commission of India, EPIC: three letters and seven digits; check as
 * in stdnum (IN.epic). Check: Luhn over the digits.
 */
export const inVoterId = patternRecognizer({
  id: 'in.voter-id',
  type: 'IN_VOTER_ID',
  country: 'IN',
  title: 'Indian voter identity number',
  source: 'Election Commission of India, EPIC: three letters and seven digits; check as in stdnum (IN.epic)',
  check: 'Luhn over the digits',
  patterns: [{ name: 'ten characters', regex: /[A-Z]{3}\d{7}/, validScore: 0.35 }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isInVoterId),
  context: {
    en: ['voter id', 'epic', 'voter id card', 'epic number', 'elector’s photo identity card'],
    hi: ['मतदाता पहचान पत्र'],
  },
  examples: { valid: ['WKH1186253', 'WKH0737353'], invalid: ['WKH1186254'] },
});

function isInVoterId(value: string): boolean {
  return luhn(value.slice(3));
}
