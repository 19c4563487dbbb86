import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { luhn } from '../check-digits.js';

/**
 * Ecuadorian identity and tax number. Source: Registro Civil, cédula; SRI, RUC of natural persons with 001; Luhn and
 * province. Check: Luhn and province.
 */
export const ecCi = patternRecognizer({
  id: 'ec.ci',
  type: 'EC_CI',
  country: 'EC',
  title: 'Ecuadorian identity and tax number',
  source: 'Registro Civil, cédula; SRI, RUC of natural persons with 001; Luhn and province',
  check: 'Luhn and province',
  patterns: [
    { name: 'hyphen', regex: /\d{9}-\d/, validScore: 0.42 },
    { name: 'ten digits', regex: /\d{10}/ },
    { name: 'RUC', regex: /\d{10}00\d/, validScore: 0.45 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isEcCi),
  context: {
    es: ['cédula', 'c.i.', 'ruc', 'cédula de identidad'],
    en: ['ecuadorian id', 'cedula', 'ruc', 'national id'],
  },
  examples: { valid: ['171430710-3', '041736175-5', '0258297860'], invalid: ['162340176-6'] },
});

function isEcCi(value: string): boolean {
  const digits = compact(value);
  const province = Number(digits.slice(0, 2));
  if (!((province >= 1 && province <= 24) || province === 30 || province === 50)) return false;
  return digits[2]! < '6' && luhn(digits.slice(0, 10));
}
