import { checked, compact, patternRecognizer } from '../../recognizer.js';

/**
 * Spanish social security number. Source: Tesorería General de la Seguridad Social, NSS/NAF. Check: remainder by 97.
 * Province (two digits), sequence, two check digits; a sequence under ten million is added to the province instead
 * of appended.
 */
export const esSocialSecurity = patternRecognizer({
  id: 'es.social-security',
  type: 'ES_SOCIAL_SECURITY',
  country: 'ES',
  title: 'Spanish social security number',
  source: 'Tesorería General de la Seguridad Social, NSS/NAF',
  check: 'remainder by 97',
  patterns: [
    { name: 'separated', regex: /\d{2}[-/ ]\d{8}[-/ ]\d{2}/, validScore: 0.75 },
    { name: 'twelve digits', regex: /\d{12}/, validScore: 0.4 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isEsSocialSecurity),
  context: {
    es: ['nss', 'seguridad social', 'número de la seguridad social', 'naf', 'número de afiliación', 'nuss'],
    en: ['spanish social security number', 'social security number', 'nss'],
  },
  examples: {
    valid: ['28/12345678/40', '16/13305236/72', '41 49390144 95', '248673482144'],
    invalid: ['25/29666437/43'],
  },
});

function isEsSocialSecurity(value: string): boolean {
  const digits = compact(value);
  const province = Number(digits.slice(0, 2));
  const body = digits.slice(2, 10);
  if (province === 0 || (province > 53 && province !== 66)) return false;
  const number = Number(body) < 10_000_000 ? Number(body) + province * 10_000_000 : Number(digits.slice(0, 10));
  return number % 97 === Number(digits.slice(10));
}
