import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { base36 } from '../check-digits.js';

/**
 * Portuguese citizen card number. Source: Lei 7/2007, Cartão de Cidadão: document number with version and check
 * digit. Check: Luhn over letters and digits.
 */
export const ptCitizenCard = patternRecognizer({
  id: 'pt.citizen-card',
  type: 'PT_CITIZEN_CARD',
  country: 'PT',
  title: 'Portuguese citizen card number',
  source: 'Lei 7/2007, Cartão de Cidadão: document number with version and check digit',
  check: 'Luhn over letters and digits',
  patterns: [
    { name: 'grouped', regex: /\d{8} \d ?[A-Z0-9]{2} ?\d/, validScore: 0.75 },
    { name: 'twelve characters', regex: /\d{9}[A-Z]{2}\d/, validScore: 0.42 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isPtCitizenCard),
  context: {
    pt: [
      'cartão de cidadão',
      'cc',
      'número do cartão de cidadão',
      'bilhete de identidade',
      'documento de identificação',
    ],
    en: ['citizen card', 'portuguese id', 'national id', 'identity card'],
  },
  examples: {
    valid: ['00000000 0 ZZ4', '37113380 3 UP1', '39166986 3RG6', '227061505IN8'],
    invalid: ['00000000 0 ZZ3'],
  },
});

function isPtCitizenCard(value: string): boolean {
  const characters = compact(value);
  let sum = 0;
  for (let i = 0; i < 12; i++) {
    const digit = base36(characters[i]!) * (i % 2 === 0 ? 2 : 1);
    sum += digit > 9 && i % 2 === 0 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}
