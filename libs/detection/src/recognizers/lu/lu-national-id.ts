import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { isLongDate } from '../calendar.js';
import { luhn, verhoeff } from '../check-digits.js';

/**
 * Luxembourg national identification number. Source: Law of 19 June 2013 on the identification of persons,
 * matricule: Luhn and Verhoeff digits. Check: Luhn and Verhoeff digits and birth date.
 */
export const luNationalId = patternRecognizer({
  id: 'lu.national-id',
  type: 'LU_NATIONAL_ID',
  country: 'LU',
  title: 'Luxembourg national identification number',
  source: 'Law of 19 June 2013 on the identification of persons, matricule: Luhn and Verhoeff digits',
  check: 'Luhn and Verhoeff digits and birth date',
  patterns: [
    { name: 'grouped', regex: /(?:18|19|20)\d{6} \d{3} ?\d{2}/, validScore: 0.9 },
    { name: 'thirteen digits', regex: /(?:18|19|20)\d{11}/, validScore: 0.6 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isLuNationalId),
  context: {
    fr: ['matricule', 'numéro d’identification', 'matricule national'],
    de: ['matrikel', 'sozialversicherungsnummer', 'nationale identifikationsnummer'],
    lb: ['matrikel'],
    en: ['matricule', 'luxembourg national id', 'national identification number', 'national id'],
  },
  examples: { valid: ['1893120105732', '19670617 909 66', '1996050365081'], invalid: ['19670307 069 42'] },
});

function isLuNationalId(value: string): boolean {
  const digits = compact(value);
  const body = digits.slice(0, 11);
  return isLongDate(digits.slice(0, 8)) && luhn(body + digits[11]) && verhoeff(body + digits[12]);
}
