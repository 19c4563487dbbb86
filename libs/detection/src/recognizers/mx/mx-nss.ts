import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { luhn } from '../check-digits.js';

/**
 * Mexican social security number. Source: IMSS, Número de Seguridad Social; ISO/IEC 7812. Check: Luhn.
 */
export const mxNss = patternRecognizer({
  id: 'mx.nss',
  type: 'MX_NSS',
  country: 'MX',
  title: 'Mexican social security number',
  source: 'IMSS, Número de Seguridad Social; ISO/IEC 7812',
  check: 'Luhn',
  patterns: [
    { name: 'hyphens', regex: /\d{2}-\d{2}-\d{2}-\d{4}-\d/, validScore: 0.7 },
    { name: 'eleven digits', regex: /\d{11}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isMxNss),
  context: {
    es: ['nss', 'imss', 'número de seguridad social', 'seguro social', 'afiliación'],
    en: ['nss', 'imss', 'mexican social security number', 'social security number'],
  },
  examples: { valid: ['48-86-55-3857-2', '31142142673'], invalid: ['25-32-36-7300-2'] },
});

function isMxNss(value: string): boolean {
  return luhn(compact(value));
}
