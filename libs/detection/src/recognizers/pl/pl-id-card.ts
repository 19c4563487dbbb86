import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { base36 } from '../check-digits.js';

/**
 * Polish identity card number. Source: Ustawa o dowodach osobistych; weights 7 3 1 9 7 3 1 7 3 with letters A=10.
 * Check: weighted mod 10.
 */
export const plIdCard = patternRecognizer({
  id: 'pl.id-card',
  type: 'PL_ID_CARD',
  country: 'PL',
  title: 'Polish identity card number',
  source: 'Ustawa o dowodach osobistych; weights 7 3 1 9 7 3 1 7 3 with letters A=10',
  check: 'weighted mod 10',
  patterns: [{ name: 'three letters, six digits', regex: /[A-Z]{3} ?\d{6}/, validScore: 0.4 }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isPlIdCard),
  context: {
    pl: ['dowód', 'dowód osobisty', 'dowodu osobistego', 'dowodu', 'nr dowodu', 'seria i numer'],
    en: ['polish id card', 'id card', 'identity card'],
  },
  examples: { valid: ['ABA300000', 'AIX 485426', 'ASO784638'], invalid: ['ALS 595829'] },
});

function isPlIdCard(value: string): boolean {
  const characters = compact(value);
  let sum = 0;
  for (let i = 0; i < 9; i++) sum += base36(characters[i]!) * [7, 3, 1, 9, 7, 3, 1, 7, 3][i]!;
  return sum % 10 === 0;
}
