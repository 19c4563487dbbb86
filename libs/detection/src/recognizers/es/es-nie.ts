import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { remainder } from '../check-digits.js';

/**
 * Spanish foreigner identity number. Source: Real Decreto 557/2011 art. 206, NIE; letter table as for the DNI.
 * Check: remainder by 23.
 */
export const esNie = patternRecognizer({
  id: 'es.nie',
  type: 'ES_NIE',
  country: 'ES',
  title: 'Spanish foreigner identity number',
  source: 'Real Decreto 557/2011 art. 206, NIE; letter table as for the DNI',
  check: 'remainder by 23',
  patterns: [{ name: 'plain or separated', regex: /[XYZ][- ]?\d{7}[- ]?[A-HJ-NP-TV-Z]/i, validScore: 0.65 }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isEsNie),
  context: {
    es: ['nie', 'n.i.e.', 'número de identidad de extranjero', 'nif'],
    en: ['nie', 'foreigner identity number', 'spanish id'],
  },
  examples: { valid: ['X-2482300W', 'X-9854267-D', 'Y8463846K'], invalid: ['Z-5828508-J'] },
});

function isEsNie(value: string): boolean {
  const characters = compact(value);
  const number = 'XYZ'.indexOf(characters[0]!) + characters.slice(1, 8);
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[remainder(number, 23)] === characters[8];
}
