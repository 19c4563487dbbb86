import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Norwegian organisation number. Source: Enhetsregisterloven, organisasjonsnummer; weights 3 2 7 6 5 4 3 2. Check:
 * weighted mod 11.
 */
export const noOrgNumber = patternRecognizer({
  id: 'no.org-number',
  type: 'NO_ORG_NUMBER',
  country: 'NO',
  title: 'Norwegian organisation number',
  source: 'Enhetsregisterloven, organisasjonsnummer; weights 3 2 7 6 5 4 3 2',
  check: 'weighted mod 11',
  patterns: [
    { name: 'VAT number', regex: /(?:NO ?)?\d{3} ?\d{3} ?\d{3} ?MVA/, validScore: 0.8 },
    { name: 'nine digits', regex: /[89]\d{2} ?\d{3} ?\d{3}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isNoOrgNumber),
  context: {
    no: ['organisasjonsnummer', 'org.nr', 'orgnr', 'org nr', 'org.nr.', 'foretaksnummer', 'mva'],
    en: ['organisation number', 'organization number', 'vat'],
  },
  examples: { valid: ['988077917', '855 853 183', '852443316', '929 222 032 MVA'], invalid: ['834 444 233'] },
});

function isNoOrgNumber(value: string): boolean {
  return weightedSum(compact(value).replace(/\D/g, ''), [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
}
