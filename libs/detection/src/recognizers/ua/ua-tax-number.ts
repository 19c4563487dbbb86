import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Ukrainian taxpayer number. Source: ДПС, РНОКПП (RNTRC); weights -1 5 7 9 4 6 10 5 7. Check: weighted mod 11.
 */
export const uaTaxNumber = patternRecognizer({
  id: 'ua.tax-number',
  type: 'UA_TAX_NUMBER',
  country: 'UA',
  title: 'Ukrainian taxpayer number',
  source: 'ДПС, РНОКПП (RNTRC); weights -1 5 7 9 4 6 10 5 7',
  check: 'weighted mod 11',
  patterns: [{ name: 'ten digits', regex: /\d{10}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isUaTaxNumber),
  context: {
    uk: ['рнокпп', 'інн', 'іпн', 'ідентифікаційний код', 'ідентифікаційний номер', 'код платника податків'],
    ru: ['инн', 'идентификационный код'],
    en: ['rntrc', 'ukrainian tax number', 'tax number', 'taxpayer number', 'tin'],
  },
  requiresContext: true,
  examples: { valid: ['1759013776', '2029847502'], invalid: ['3704449474'] },
});

function isUaTaxNumber(value: string): boolean {
  const digits = compact(value);
  const sum = weightedSum(digits.slice(0, 9), [-1, 5, 7, 9, 4, 6, 10, 5, 7]);
  return (((sum % 11) + 11) % 11) % 10 === Number(digits[9]);
}
