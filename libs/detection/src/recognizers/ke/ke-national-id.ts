import { patternRecognizer } from '../../recognizer.js';

/**
 * Kenyan national identity number. Source: Registration of Persons Act Cap. 107: seven to nine digits.
 */
export const keNationalId = patternRecognizer({
  id: 'ke.national-id',
  type: 'KE_NATIONAL_ID',
  country: 'KE',
  title: 'Kenyan national identity number',
  source: 'Registration of Persons Act Cap. 107: seven to nine digits',
  check: 'none: shape and context',
  patterns: [{ name: 'digits', regex: /\d{7,9}/, score: 0.12 }],
  score: 0.2,
  context: {
    en: ['kenyan id', 'kenya id', 'national id', 'huduma', 'maisha', 'id no'],
    sw: ['kitambulisho', 'nambari ya kitambulisho', 'huduma namba'],
  },
  requiresContext: true,
  examples: { valid: ['23456789', '26026255'], invalid: [] },
});
