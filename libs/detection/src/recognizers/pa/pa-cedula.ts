import { patternRecognizer } from '../../recognizer.js';

/**
 * Panamanian identity number. Source: Tribunal Electoral, cédula: province, volume, entry.
 */
export const paCedula = patternRecognizer({
  id: 'pa.cedula',
  type: 'PA_CEDULA',
  country: 'PA',
  title: 'Panamanian identity number',
  source: 'Tribunal Electoral, cédula: province, volume, entry',
  check: 'none: shape and context',
  patterns: [{ name: 'hyphens', regex: /(?:\d{1,2}|PE|E|N|\d{1,2}AV|\d{1,2}PI)-\d{1,4}-\d{1,6}/, score: 0.25 }],
  score: 0.2,
  context: { es: ['cédula', 'cédula de identidad personal', 'cip'], en: ['panamanian id', 'cedula'] },
  requiresContext: true,
  examples: { valid: ['8-442-445', 'PE-12-345', '4-904-6809'], invalid: [] },
});
