import { compact, patternRecognizer } from '../../recognizer.js';
import { isShortDate } from '../calendar.js';

/**
 * Quebec health insurance number. Source: RAMQ, numéro d’assurance maladie: four letters of the name, YYMMDD with 50
 * added to the month for women, two digits.
 */
export const caQcHealth = patternRecognizer({
  id: 'ca.qc-health',
  type: 'CA_QC_HEALTH',
  country: 'CA',
  title: 'Quebec health insurance number',
  source:
    'RAMQ, numéro d’assurance maladie: four letters of the name, YYMMDD with 50 added to the month for women, two digits',
  check: 'birth date (the check digit is not published)',
  patterns: [
    { name: 'grouped', regex: /[A-Z]{4} \d{4} \d{4}/, score: 0.5 },
    { name: 'plain', regex: /[A-Z]{4} ?\d{8}/, score: 0.35 },
  ],
  score: 0.3,
  validate: (value) => (isPlausible(value) ? 'unknown' : 'invalid'),
  context: {
    fr: ['ramq', 'numéro d’assurance maladie', 'assurance maladie', 'nam', 'carte soleil'],
    en: ['ramq', 'quebec health card', 'health insurance number', 'health card'],
  },
  examples: { valid: ['BOUF 9401 1419', 'TREM 9909 3050', 'TREM51012480'], invalid: ['BOUF 9413 1419'] },
});

/** Parts in their ranges; there is no check digit to pass. */
function isPlausible(value: string): boolean {
  const digits = compact(value).slice(4);
  return isShortDate(
    digits.slice(0, 2) + String(Number(digits.slice(2, 4)) % 50).padStart(2, '0') + digits.slice(4, 6),
    'ymd',
  );
}
