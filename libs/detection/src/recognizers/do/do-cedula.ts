import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { luhn } from '../check-digits.js';

/**
 * Dominican identity number. Source: JCE, cédula de identidad y electoral; ISO/IEC 7812. Check: Luhn.
 */
export const doCedula = patternRecognizer({
  id: 'do.cedula',
  type: 'DO_CEDULA',
  country: 'DO',
  title: 'Dominican identity number',
  source: 'JCE, cédula de identidad y electoral; ISO/IEC 7812',
  check: 'Luhn',
  patterns: [
    { name: 'hyphens', regex: /\d{3}-\d{7}-\d/, validScore: 0.65 },
    { name: 'eleven digits', regex: /\d{11}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isDoCedula),
  context: {
    es: ['cédula', 'cédula de identidad', 'cédula de identidad y electoral'],
    en: ['cedula', 'dominican id', 'national id'],
  },
  examples: { valid: ['001-1391820-5', '448-0840006-1', '43910447937'], invalid: ['001-1391820-6'] },
});

function isDoCedula(value: string): boolean {
  return luhn(compact(value));
}
