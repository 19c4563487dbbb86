import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { remainder } from '../check-digits.js';

/**
 * Belgian enterprise and VAT number. Source: Crossroads Bank for Enterprises (KBO/BCE); check as in python-stdnum
 * (be.vat). Check: 97 minus remainder by 97.
 */
export const beVat = patternRecognizer({
  id: 'be.vat',
  type: 'BE_VAT',
  country: 'BE',
  title: 'Belgian enterprise and VAT number',
  source: 'Crossroads Bank for Enterprises (KBO/BCE); check as in python-stdnum (be.vat)',
  check: '97 minus remainder by 97',
  patterns: [
    { name: 'prefixed', regex: /BE ?[01]\d{3}[ .]?\d{3}[ .]?\d{3}/, validScore: 0.85 },
    { name: 'dotted', regex: /[01]\d{3}\.\d{3}\.\d{3}/, validScore: 0.6 },
    { name: 'ten digits', regex: /[01]\d{9}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isBeVat),
  context: {
    nl: ['btw', 'btw-nummer', 'ondernemingsnummer', 'kbo'],
    fr: ['tva', 'numéro de tva', 'numéro d’entreprise', 'bce'],
    en: ['vat', 'vat number', 'enterprise number'],
  },
  examples: { valid: ['BE 0428.759.497', 'BE1250246460', '0104.664.384', '0206986815'], invalid: ['BE1988701810'] },
});

function isBeVat(value: string): boolean {
  const digits = compact(value).replace(/^BE/, '');
  return Number(digits.slice(8)) === 97 - remainder(digits.slice(0, 8), 97);
}
