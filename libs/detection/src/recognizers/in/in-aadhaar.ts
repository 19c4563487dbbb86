import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { verhoeff } from '../check-digits.js';

/**
 * Indian Aadhaar number. Source: UIDAI, Aadhaar numbering scheme (2010): twelve digits, Verhoeff. Check: Verhoeff.
 * Never begins with 0 or 1.
 */
export const inAadhaar = patternRecognizer({
  id: 'in.aadhaar',
  type: 'IN_AADHAAR',
  country: 'IN',
  title: 'Indian Aadhaar number',
  source: 'UIDAI, Aadhaar numbering scheme (2010): twelve digits, Verhoeff',
  check: 'Verhoeff',
  patterns: [
    { name: 'spaced', regex: /[2-9]\d{3} \d{4} \d{4}/, validScore: 0.34 },
    { name: 'hyphens', regex: /[2-9]\d{3}-\d{4}-\d{4}/, validScore: 0.45 },
    { name: 'twelve digits', regex: /[2-9]\d{11}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isInAadhaar),
  context: { en: ['aadhaar', 'aadhar', 'uid', 'uidai', 'aadhaar number', 'adhaar'], hi: ['आधार', 'आधार संख्या'] },
  examples: {
    valid: ['2341 2341 2346', '2341-2341-2346', '2798 6010 5620', '3004-0647-0600'],
    invalid: ['2341 2341 2347', '1341 2341 2346'],
  },
});

function isInAadhaar(value: string): boolean {
  return verhoeff(compact(value));
}
