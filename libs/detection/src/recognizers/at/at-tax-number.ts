import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { luhn } from '../check-digits.js';

/**
 * Austrian tax number. Source: BMF, Abgabenkontonummer; check as in python-stdnum (at.tin). Check: Luhn.
 */
export const atTaxNumber = patternRecognizer({
  id: 'at.tax-number',
  type: 'AT_TAX_NUMBER',
  country: 'AT',
  title: 'Austrian tax number',
  source: 'BMF, Abgabenkontonummer; check as in python-stdnum (at.tin)',
  check: 'Luhn',
  patterns: [
    { name: 'office and number', regex: /\d{2}[- ]?\d{3}\/\d{4}/ },
    { name: 'nine digits', regex: /\d{9}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isAtTaxNumber),
  context: {
    de: ['steuernummer', 'abgabenkontonummer', 'steuer-nr', 'stnr'],
    en: ['austrian tax number', 'tax number', 'tax id'],
  },
  requiresContext: true,
  examples: { valid: ['59-119/9013', '38-234/0693', '982034886'], invalid: ['90-787/9341'] },
});

function isAtTaxNumber(value: string): boolean {
  const digits = compact(value);
  return digits >= '030000000' && luhn(digits);
}
