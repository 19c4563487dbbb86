import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { base36 } from '../check-digits.js';

/**
 * German health insurance number. Source: § 290 SGB V, GKV-Spitzenverband: Krankenversichertennummer (unchangeable
 * part). Check: cross sum mod 10.
 */
export const deHealthNumber = patternRecognizer({
  id: 'de.health-number',
  type: 'DE_HEALTH_NUMBER',
  country: 'DE',
  title: 'German health insurance number',
  source: '§ 290 SGB V, GKV-Spitzenverband: Krankenversichertennummer (unchangeable part)',
  check: 'cross sum mod 10',
  patterns: [{ name: 'letter and nine digits', regex: /[A-Z] ?\d{3} ?\d{3} ?\d{3}/, validScore: 0.4 }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isDeHealthNumber),
  context: {
    de: [
      'krankenversichertennummer',
      'versichertennummer',
      'kvnr',
      'kv-nummer',
      'krankenversicherungsnummer',
      'krankenkasse',
      'gesundheitskarte',
      'versicherten-nr',
    ],
    en: ['health insurance number', 'german health insurance number', 'kvnr'],
  },
  examples: { valid: ['A000500015', 'V388608737', 'S235 053 004'], invalid: ['E135390845'] },
});

function isDeHealthNumber(value: string): boolean {
  const characters = compact(value);
  let sum = 0;
  [...String(base36(characters[0]!) - 9).padStart(2, '0'), ...characters.slice(1, 9)].forEach((digit, i) => {
    const product = Number(digit) * (1 + (i % 2));
    sum += product > 9 ? product - 9 : product;
  });
  return sum % 10 === Number(characters[9]);
}
