import { patternRecognizer } from '../../recognizer.js';
import { isShortDate } from '../calendar.js';

/**
 * Cuban identity card. Source: Carné de identidad: YYMMDD, century, sequence, sex.
 */
export const cuNi = patternRecognizer({
  id: 'cu.ni',
  type: 'CU_NI',
  country: 'CU',
  title: 'Cuban identity card',
  source: 'Carné de identidad: YYMMDD, century, sequence, sex',
  check: 'none: ranges and context',
  patterns: [{ name: 'eleven digits', regex: /\d{11}/, score: 0.2 }],
  score: 0.2,
  validate: (value) => (isPlausible(value) ? 'unknown' : 'invalid'),
  context: {
    es: ['carné de identidad', 'carnet de identidad', 'número de identidad'],
    en: ['cuban id', 'identity card', 'national id'],
  },
  requiresContext: true,
  examples: { valid: ['91021027775', '73061290840'], invalid: ['91323027775'] },
});

/** Parts in their ranges; there is no check digit to pass. */
function isPlausible(value: string): boolean {
  return isShortDate(value.slice(0, 6), 'ymd');
}
