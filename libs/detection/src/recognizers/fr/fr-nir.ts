import { compact, patternRecognizer, type Validation } from '../../recognizer.js';
import { remainder } from '../check-digits.js';

/**
 * French social security number. Source: INSEE, NIR (décret 82-103); check by 97, Corsica 2A as 19 and 2B as 18.
 * Check: 97 minus remainder by 97.
 */
export const frNir = patternRecognizer({
  id: 'fr.nir',
  type: 'FR_NIR',
  country: 'FR',
  title: 'French social security number',
  source: 'INSEE, NIR (décret 82-103); check by 97, Corsica 2A as 19 and 2B as 18',
  check: '97 minus remainder by 97',
  patterns: [
    { name: 'grouped', regex: /[1-478] \d{2} \d{2} \d[\dAB] \d{3} \d{3} \d{2}/, validScore: 0.95 },
    { name: 'grouped, without key', regex: /[12] \d{2} \d{2} \d[\dAB] \d{3} \d{3}/, validScore: 0.3 },
    { name: 'fifteen characters', regex: /[1-478]\d{5}[\dAB]\d{6} ?\d{2}/, validScore: 0.45 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: validateFrNir,
  context: {
    fr: [
      'sécurité sociale',
      'numéro de sécurité sociale',
      'nir',
      'n° de sécurité sociale',
      'insee',
      'numéro de sécu',
      'carte vitale',
      'sécu',
      'no sécu',
    ],
    en: ['french social security number', 'social security number', 'nir', 'insee'],
  },
  examples: {
    valid: ['2 95 10 99 126 111 93', '253072A07300443', '1 61 04 33 889 585 16', '294045202445554'],
    invalid: ['253072C07300443'],
  },
});

function validateFrNir(value: string): Validation {
  const characters = compact(value);
  const month = Number(characters.slice(3, 5));
  if (!((month >= 1 && month <= 12) || (month >= 20 && month <= 42) || (month >= 50 && month <= 99))) return 'invalid';
  const department = characters.slice(5, 7);
  if (/[AB]/.test(department) && department !== '2A' && department !== '2B') return 'invalid';
  if (characters.length === 13) return 'unknown';
  const number = characters.slice(0, 13).replace('2A', '19').replace('2B', '18');
  return 97 - remainder(number, 97) === Number(characters.slice(13)) ? 'valid' : 'invalid';
}
