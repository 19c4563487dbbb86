import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Ecuadorian tax number of a company. Source: SRI, Registro Único de Contribuyentes: third digit 6 (public) or 9
 * (private); weights as in python-stdnum (ec.ruc). Check: weighted mod 11 and province.
 */
export const ecRuc = patternRecognizer({
  id: 'ec.ruc',
  type: 'EC_RUC',
  country: 'EC',
  title: 'Ecuadorian tax number of a company',
  source:
    'SRI, Registro Único de Contribuyentes: third digit 6 (public) or 9 (private); weights as in python-stdnum (ec.ruc)',
  check: 'weighted mod 11 and province',
  patterns: [{ name: 'thirteen digits', regex: /\d{2}[69]\d{7}\d{3}/, validScore: 0.42 }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isEcRuc),
  context: {
    es: ['ruc', 'r.u.c.', 'registro único de contribuyentes'],
    en: ['ruc', 'ecuadorian tax number', 'tax number'],
  },
  examples: { valid: ['1792060346001', '1760001550001', '1895331690001'], invalid: ['1792060347001'] },
});

function isEcRuc(value: string): boolean {
  const digits = compact(value);
  const province = Number(digits.slice(0, 2));
  if (!((province >= 1 && province <= 24) || province === 30 || province === 50)) return false;
  if (digits[2] === '9')
    return !digits.endsWith('000') && weightedSum(digits.slice(0, 10), [4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
  return !digits.endsWith('0000') && weightedSum(digits.slice(0, 9), [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
}
