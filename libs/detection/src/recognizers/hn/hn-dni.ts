import { patternRecognizer } from '../../recognizer.js';

/**
 * Honduran identity number. Source: RNP, Documento Nacional de Identificación: municipality, birth year, sequence.
 */
export const hnDni = patternRecognizer({
  id: 'hn.dni',
  type: 'HN_DNI',
  country: 'HN',
  title: 'Honduran identity number',
  source: 'RNP, Documento Nacional de Identificación: municipality, birth year, sequence',
  check: 'none: ranges and context',
  patterns: [
    { name: 'hyphens', regex: /\d{4}-(?:19|20)\d{2}-\d{5}/, score: 0.4 },
    { name: 'thirteen digits', regex: /(?:0[1-9]|1[0-8])\d{2}(?:19|20)\d{7}/, score: 0.2 },
  ],
  score: 0.2,
  validate: (value) => (isPlausible(value) ? 'unknown' : 'invalid'),
  context: {
    es: ['dni', 'identidad', 'número de identidad', 'tarjeta de identidad'],
    en: ['honduran id', 'national id', 'identity number'],
  },
  requiresContext: true,
  examples: { valid: ['0801-1985-12345', '0801-1993-06564', '0801199900185'], invalid: ['1901-1985-12345'] },
});

/** Parts in their ranges; there is no check digit to pass. */
function isPlausible(value: string): boolean {
  const department = Number(value.slice(0, 2));
  return department >= 1 && department <= 18;
}
