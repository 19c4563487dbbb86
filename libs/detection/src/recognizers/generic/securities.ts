import { patternRecognizer } from '../../recognizer.js';
import { luhn } from '../check-digits.js';
import { mod97 } from './mod97.js';

/** Letters as two digits, A = 10 … Z = 35. */
function expand(value: string): string {
  return [...value].map((symbol) => String(Number.parseInt(symbol, 36))).join('');
}

/** Legal entity identifiers; those of one-person companies name a person. */
export const lei = patternRecognizer({
  id: 'lei',
  type: 'LEI',
  title: 'Legal entity identifier',
  source: 'ISO 17442-1:2020',
  check: 'ISO 7064 MOD 97-10',
  score: 0.1,
  validScore: 0.85,
  patterns: [{ name: '20 characters', regex: /[A-Z0-9]{4}[A-Z0-9]{14}\d{2}/ }],
  validate: (value) => (/[A-Z]/.test(value) && mod97(value) === 1 ? 'valid' : 'invalid'),
  context: { '*': ['lei', 'legal entity identifier'] },
  examples: {
    valid: ['5493001KJTIIGC8Y1R12', '7ZW8QJWVPR4P1J1KQY45'],
    invalid: ['5493001KJTIIGC8Y1R13', '12345678901234567890'],
  },
});

/** Securities identifiers. */
export const isin = patternRecognizer({
  id: 'isin',
  type: 'ISIN',
  title: 'International securities identification number',
  source: 'ISO 6166:2021',
  check: 'Luhn over letters as numbers',
  score: 0.1,
  validScore: 0.45,
  patterns: [
    {
      name: 'country, nine, digit',
      regex:
        /(?:A[DERTU]|B[BEMR]|C[AHNYZ]|D[EK]|E[ESGU]|F[IR]|G[BGR]|H[KRU]|I[DELNST]|J[EP]|K[RY]|L[IRTUV]|M[HTUXY]|N[LOZ]|P[AHLT]|R[OSU]|S[AEGIK]|T[HRW]|U[AS]|V[GN]|X[SD]|Z[A])[A-Z0-9]{9}\d/,
    },
  ],
  validate: (value) => (luhn(expand(value)) ? 'valid' : 'invalid'),
  context: { '*': ['isin', 'wkn', 'security', 'securities', 'share', 'bond', 'fund', 'wertpapier', 'depot'] },
  examples: { valid: ['US0378331005', 'DE0005140008', 'GB0002634946'], invalid: ['US0378331006'] },
});

/** North American securities identifiers. */
export const cusip = patternRecognizer({
  id: 'cusip',
  type: 'CUSIP',
  title: 'CUSIP number',
  source: 'ANSI X9.6-2020',
  score: 0.1,
  validScore: 0.3,
  requiresContext: true,
  contextDistanceMax: 4,
  patterns: [{ name: 'nine characters', regex: /\d{3}[A-Z0-9]{5}\d/ }],
  validate: (value) => {
    let sum = 0;
    for (let index = 0; index < 8; index += 1) {
      const number = Number.parseInt(value[index]!, 36) * (index % 2 ? 2 : 1);
      sum += Math.floor(number / 10) + (number % 10);
    }
    return String((10 - (sum % 10)) % 10) === value[8] ? 'valid' : 'invalid';
  },
  check: 'modulus 10 double add double',
  context: { '*': ['cusip'] },
  examples: { valid: ['037833100', '38259P508'], invalid: ['037833101'] },
});
