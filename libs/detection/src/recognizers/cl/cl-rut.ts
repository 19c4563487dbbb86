import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Chilean tax and identity number. Source: Registro Civil e Identificación, RUN / RUT; weights 2 to 7 from the
 * right. Check: weighted mod 11 (K).
 */
export const clRut = patternRecognizer({
  id: 'cl.rut',
  type: 'CL_RUT',
  country: 'CL',
  title: 'Chilean tax and identity number',
  source: 'Registro Civil e Identificación, RUN / RUT; weights 2 to 7 from the right',
  check: 'weighted mod 11 (K)',
  patterns: [
    { name: 'dotted', regex: /\d{1,2}\.\d{3}\.\d{3}-[\dK]/i, validScore: 0.85 },
    { name: 'hyphen', regex: /\d{7,8}-[\dK]/i, validScore: 0.5 },
    { name: 'plain', regex: /\d{7,8}[\dK]/i, validScore: 0.3 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isClRut),
  context: {
    es: ['rut', 'r.u.t.', 'r.u.n.', 'rol único tributario', 'rol único nacional'],
    en: ['rut', 'chilean id', 'chilean tax number', 'national id'],
  },
  examples: { valid: ['12.531.909-2', '13.734.933-7', '19904210-6', '165409973'], invalid: ['12.531.909-3'] },
});

function isClRut(value: string): boolean {
  const characters = compact(value);
  const sum = weightedSum([...characters.slice(0, -1)].reverse().join(''), [2, 3, 4, 5, 6, 7]);
  return '0K987654321'[sum % 11] === characters.at(-1);
}
