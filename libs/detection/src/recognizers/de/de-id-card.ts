import { compact, patternRecognizer, type Validation } from '../../recognizer.js';
import { base36 } from '../check-digits.js';

/**
 * German identity card or passport number. Source: PAuswG / PassV: serial number with ICAO Doc 9303 check digit
 * (weights 7 3 1); specimen cards of the BMI. Check: ICAO 7-3-1, when the tenth character is given.
 */
export const deIdCard = patternRecognizer({
  id: 'de.id-card',
  type: 'DE_ID_CARD',
  country: 'DE',
  title: 'German identity card or passport number',
  source: 'PAuswG / PassV: serial number with ICAO Doc 9303 check digit (weights 7 3 1); specimen cards of the BMI',
  check: 'ICAO 7-3-1, when the tenth character is given',
  patterns: [
    {
      name: 'with check digit',
      regex: /[CFGHJKLMNPRTVWXYZ][0-9CFGHJKLMNPRTVWXYZ]{8}\d(?:D)?/,
      score: 0.2,
      validScore: 0.5,
    },
    { name: 'nine characters', regex: /[CFGHJKLMNPRTVWXYZ][0-9CFGHJKLMNPRTVWXYZ]{8}/, score: 0.2 },
  ],
  score: 0.2,
  validate: validateDeIdCard,
  context: {
    de: [
      'personalausweis',
      'personalausweisnummer',
      'ausweisnummer',
      'ausweis-nr',
      'ausweis',
      'reisepass',
      'reisepassnummer',
      'passnummer',
      'pass-nr',
      'seriennummer',
    ],
    en: ['german id card', 'id card', 'identity card', 'passport', 'passport number'],
  },
  requiresContext: true,
  examples: { valid: ['L01X00T471', 'L01X00T47', 'C01X00T478', 'LH67185685'], invalid: ['L01X00T472'] },
});

function validateDeIdCard(value: string): Validation {
  const characters = compact(value);
  if (!/\d/.test(characters.slice(0, 9))) return 'invalid';
  if (characters.length === 9) return 'unknown';
  let sum = 0;
  for (let i = 0; i < 9; i++) sum += base36(characters[i]!) * [7, 3, 1][i % 3]!;
  return sum % 10 === Number(characters[9]) ? 'valid' : 'invalid';
}
