import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { weightedSum } from '../check-digits.js';

/**
 * Hungarian company tax number. Source: Art. XV/24 Adózás rendje, adószám; weights 9 7 3 1. Check: weighted mod 10.
 */
export const huVat = patternRecognizer({
  id: 'hu.vat',
  type: 'HU_VAT',
  country: 'HU',
  title: 'Hungarian company tax number',
  source: 'Art. XV/24 Adózás rendje, adószám; weights 9 7 3 1',
  check: 'weighted mod 10',
  patterns: [
    { name: 'hyphens', regex: /\d{8}-[1-5]-\d{2}/, validScore: 0.8 },
    { name: 'EU form', regex: /HU ?\d{8}/, validScore: 0.6 },
    { name: 'eight digits', regex: /\d{8}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isHuVat),
  context: {
    hu: ['adószám', 'adószáma', 'közösségi adószám'],
    en: ['vat', 'hungarian tax number', 'vat number', 'tax number'],
  },
  examples: { valid: ['HU12892312', '12892312-2-41', 'HU18138306', '11022406'], invalid: ['HU21297321'] },
});

function isHuVat(value: string): boolean {
  const digits = compact(value).replace(/^HU/, '');
  return weightedSum(digits.slice(0, 8), [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0;
}
