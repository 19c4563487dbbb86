import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { isShortDate } from '../calendar.js';
import { base36 } from '../check-digits.js';

/**
 * Mauritian national identity number. Source: National Identity Card Act 1985; weights 14 to 2, letters A=10. Check:
 * weighted mod 17 and birth date.
 */
export const muNid = patternRecognizer({
  id: 'mu.nid',
  type: 'MU_NID',
  country: 'MU',
  title: 'Mauritian national identity number',
  source: 'National Identity Card Act 1985; weights 14 to 2, letters A=10',
  check: 'weighted mod 17 and birth date',
  patterns: [{ name: 'fourteen characters', regex: /[A-Z]\d{12}[0-9A-Z]/, validScore: 0.75 }],
  score: 0.3,
  validScore: 0.8,
  validate: checked(isMuNid),
  context: {
    en: ['nid', 'mauritian id', 'national identity card', 'national id'],
    fr: ['carte d’identité nationale', 'nid'],
  },
  examples: { valid: ['B0103553918233'], invalid: ['B2303744416310'] },
});

function isMuNid(value: string): boolean {
  const characters = compact(value);
  if (!isShortDate(characters.slice(1, 7), 'dmy')) return false;
  let sum = 0;
  for (let i = 0; i < 13; i++) sum += base36(characters[i]!) * (14 - i);
  return '0123456789ABCDEFG'[(17 - (sum % 17)) % 17] === characters[13];
}
