import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { luhn, weightedSum } from '../check-digits.js';

/**
 * French establishment number (SIRET). Source: INSEE, répertoire SIRENE; ISO/IEC 7812, cross sum by five for La
 * Poste. Check: Luhn.
 */
export const frSiret = patternRecognizer({
  id: 'fr.siret',
  type: 'FR_SIRET',
  country: 'FR',
  title: 'French establishment number (SIRET)',
  source: 'INSEE, répertoire SIRENE; ISO/IEC 7812, cross sum by five for La Poste',
  check: 'Luhn',
  patterns: [
    { name: 'grouped', regex: /\d{3} \d{3} \d{3} \d{5}/, validScore: 0.55 },
    { name: 'fourteen digits', regex: /\d{14}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isFrSiret),
  context: { fr: ['siret', 'numéro siret'], en: ['siret'] },
  examples: { valid: ['73282932000074', '411 313 638 00008', '47361140800005'], invalid: ['674 371 380 00000'] },
});

function isFrSiret(value: string): boolean {
  const digits = compact(value);
  if (luhn(digits)) return luhn(digits.slice(0, 9));
  return digits.startsWith('356000000') && weightedSum(digits, [1]) % 5 === 0;
}
