import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { isShortDate } from '../calendar.js';
import { luhn } from '../check-digits.js';

/**
 * Greek social security number. Source: Law 3655/2008, ΑΜΚΑ; ISO/IEC 7812. Check: Luhn and birth date.
 */
export const grAmka = patternRecognizer({
  id: 'gr.amka',
  type: 'GR_AMKA',
  country: 'GR',
  title: 'Greek social security number',
  source: 'Law 3655/2008, ΑΜΚΑ; ISO/IEC 7812',
  check: 'Luhn and birth date',
  patterns: [{ name: 'eleven digits', regex: /\d{6}[ -]?\d{5}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isGrAmka),
  context: {
    el: ['αμκα', 'α.μ.κ.α.', 'αριθμός μητρώου κοινωνικής ασφάλισης'],
    en: ['amka', 'greek social security number', 'social security number'],
  },
  requiresContext: true,
  examples: { valid: ['01013099997', '21027613286'], invalid: ['01133099990'] },
});

function isGrAmka(value: string): boolean {
  const digits = compact(value);
  return isShortDate(digits.slice(0, 6), 'dmy') && luhn(digits);
}
