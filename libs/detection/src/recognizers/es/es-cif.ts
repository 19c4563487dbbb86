import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { luhn } from '../check-digits.js';

/**
 * Spanish company tax number. Source: Orden EHA/451/2008, NIF of legal persons; check by Luhn. Check: Luhn as digit
 * or letter.
 */
export const esCif = patternRecognizer({
  id: 'es.cif',
  type: 'ES_CIF',
  country: 'ES',
  title: 'Spanish company tax number',
  source: 'Orden EHA/451/2008, NIF of legal persons; check by Luhn',
  check: 'Luhn as digit or letter',
  patterns: [{ name: 'plain or separated', regex: /[ABCDEFGHJNPQRSUVW][- ]?\d{7}[- ]?[0-9A-J]/, validScore: 0.4 }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isEsCif),
  context: {
    es: ['cif', 'c.i.f.', 'nif', 'identificación fiscal'],
    en: ['cif', 'nif', 'vat', 'spanish company tax number', 'tax number'],
  },
  examples: { valid: ['A13585625', 'J99216582', 'B98542673', 'H-84638469'], invalid: ['A13585626'] },
});

function isEsCif(value: string): boolean {
  const characters = compact(value);
  const digit = Number('0123456789'.split('').find((candidate) => luhn(characters.slice(1, 8) + candidate)));
  const last = characters[8]!;
  const letter = 'JABCDEFGHI'[digit];
  if ('ABEH'.includes(characters[0]!)) return last === String(digit);
  return 'NPQRSW'.includes(characters[0]!) ? last === letter : last === letter || last === String(digit);
}
