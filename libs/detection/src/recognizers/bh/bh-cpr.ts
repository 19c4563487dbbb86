import { patternRecognizer } from '../../recognizer.js';

/**
 * Bahraini personal number. Source: iGA, CPR: birth year and month, four digits, check digit.
 */
export const bhCpr = patternRecognizer({
  id: 'bh.cpr',
  type: 'BH_CPR',
  country: 'BH',
  title: 'Bahraini personal number',
  source: 'iGA, CPR: birth year and month, four digits, check digit',
  check: 'birth month (check digit unpublished)',
  patterns: [{ name: 'nine digits', regex: /\d{9}/, score: 0.15 }],
  score: 0.2,
  validate: (value) => (isPlausible(value) ? 'unknown' : 'invalid'),
  context: {
    ar: ['الرقم الشخصي', 'الرقم السكاني'],
    en: ['cpr', 'cpr number', 'bahrain id', 'bahraini personal number'],
  },
  requiresContext: true,
  examples: { valid: ['850412345', '630950639'], invalid: ['851312345'] },
});

/** Parts in their ranges; there is no check digit to pass. */
function isPlausible(value: string): boolean {
  const month = Number(value.slice(2, 4));
  return month >= 1 && month <= 12;
}
