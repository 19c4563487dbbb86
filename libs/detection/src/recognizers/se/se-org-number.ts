import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { luhn } from '../check-digits.js';

/**
 * Swedish organisation number. Source: Lag 1974:174 om identitetsbeteckning för juridiska personer; Luhn. Check:
 * Luhn.
 */
export const seOrgNumber = patternRecognizer({
  id: 'se.org-number',
  type: 'SE_ORG_NUMBER',
  country: 'SE',
  title: 'Swedish organisation number',
  source: 'Lag 1974:174 om identitetsbeteckning för juridiska personer; Luhn',
  check: 'Luhn',
  patterns: [
    { name: 'hyphen', regex: /\d{6}-\d{4}/, validScore: 0.35 },
    { name: 'VAT number', regex: /SE ?\d{10} ?01/, validScore: 0.75 },
    { name: 'ten digits', regex: /\d{10}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isSeOrgNumber),
  context: {
    sv: ['organisationsnummer', 'org.nr', 'orgnr', 'org nr', 'momsregistreringsnummer', 'moms'],
    en: ['organisation number', 'organization number', 'corporate identity number', 'vat'],
  },
  examples: { valid: ['123456-7897', '558082-8266', '5574027552', 'SE559239078401'], invalid: ['552411-0020'] },
});

function isSeOrgNumber(value: string): boolean {
  const digits = compact(value).replace(/^SE(\d{10})01$/, '$1');
  return digits[2]! >= '2' && luhn(digits);
}
