import { compact, patternRecognizer } from '../../recognizer.js';

/**
 * Lebanese national identity number. Source: General Security, رقم الهوية: twelve digits.
 */
export const lbNationalId = patternRecognizer({
  id: 'lb.national-id',
  type: 'LB_NATIONAL_ID',
  country: 'LB',
  title: 'Lebanese national identity number',
  source: 'General Security, رقم الهوية: twelve digits',
  check: 'none: shape and context',
  patterns: [{ name: 'twelve digits', regex: /0{2,6}\d{6,10}/, score: 0.15 }],
  score: 0.2,
  validate: (value) => (isPlausible(value) ? 'unknown' : 'invalid'),
  context: {
    ar: ['رقم الهوية', 'بطاقة الهوية'],
    en: ['lebanese id', 'lebanese identity card', 'lebanese national id'],
  },
  requiresContext: true,
  examples: { valid: ['000045678901', '000085703569'], invalid: ['00001234'] },
});

/** Parts in their ranges; there is no check digit to pass. */
function isPlausible(value: string): boolean {
  return compact(value).length === 12;
}
