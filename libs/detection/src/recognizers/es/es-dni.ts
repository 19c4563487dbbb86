import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { remainder } from '../check-digits.js';

/**
 * Spanish national identity number. Source: Real Decreto 1553/2005, DNI; letter table of the Ministerio del
 * Interior. Check: remainder by 23.
 */
export const esDni = patternRecognizer({
  id: 'es.dni',
  type: 'ES_DNI',
  country: 'ES',
  title: 'Spanish national identity number',
  source: 'Real Decreto 1553/2005, DNI; letter table of the Ministerio del Interior',
  check: 'remainder by 23',
  patterns: [
    { name: 'separated', regex: /\d{8}[- ][A-HJ-NP-TV-Z]/i, validScore: 0.55 },
    { name: 'dotted', regex: /\d{2}\.\d{3}\.\d{3}[- ]?[A-HJ-NP-TV-Z]/i, validScore: 0.7 },
    { name: 'plain', regex: /\d{8}[A-HJ-NP-TV-Z]/i, validScore: 0.45 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isEsDni),
  context: {
    es: ['dni', 'd.n.i.', 'nif', 'n.i.f.', 'documento nacional de identidad', 'documento de identidad'],
    ca: ['document nacional d’identitat'],
    en: ['dni', 'nif', 'spanish id', 'national id', 'identity number', 'identity card'],
  },
  examples: { valid: ['54362315-K', '12345678Z', '05039406-Z', '72.982.010-C'], invalid: ['12345678A'] },
});

function isEsDni(value: string): boolean {
  const characters = compact(value);
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[remainder(characters.slice(0, 8), 23)] === characters[8];
}
