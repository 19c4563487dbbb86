import { patternRecognizer } from '../../recognizer.js';
import { isShortDate } from '../calendar.js';

/**
 * Belarusian identification number of a person. Source: Passport of Belarus, идентификационный номер: 7 digits,
 * region letter, 3 digits, PB/BA/BI, check digit.
 */
export const byPersonalNumber = patternRecognizer({
  id: 'by.personal-number',
  type: 'BY_PERSONAL_NUMBER',
  country: 'BY',
  title: 'Belarusian identification number of a person',
  source: 'Passport of Belarus, идентификационный номер: 7 digits, region letter, 3 digits, PB/BA/BI, check digit',
  check: 'none: ranges and context',
  patterns: [{ name: 'fourteen characters', regex: /[1-6]\d{6}[ABCEHKM]\d{3}(?:PB|BA|BI)\d/ }],
  score: 0.6,
  validate: (value) => (isPlausible(value) ? 'unknown' : 'invalid'),
  context: {
    be: ['ідэнтыфікацыйны нумар'],
    ru: ['идентификационный номер', 'личный номер'],
    en: ['belarusian personal number', 'identification number', 'personal number'],
  },
  examples: { valid: ['4110872A012PB3', '3130186M482PB4'], invalid: ['4311372A012PB3'] },
});

/** Parts in their ranges; there is no check digit to pass. */
function isPlausible(value: string): boolean {
  return isShortDate(value.slice(1, 7), 'dmy');
}
