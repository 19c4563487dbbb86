import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { remainder } from '../check-digits.js';

/**
 * French tax number of a person. Source: DGFiP, numéro fiscal (SPI); check as in python-stdnum (fr.nif). Check:
 * remainder by 511.
 */
export const frTaxNumber = patternRecognizer({
  id: 'fr.tax-number',
  type: 'FR_TAX_NUMBER',
  country: 'FR',
  title: 'French tax number of a person',
  source: 'DGFiP, numéro fiscal (SPI); check as in python-stdnum (fr.nif)',
  check: 'remainder by 511',
  patterns: [
    { name: 'grouped', regex: /[0-3]\d \d{2} \d{3} \d{3} \d{3}/, validScore: 0.7 },
    { name: 'thirteen digits', regex: /[0-3]\d{12}/, validScore: 0.4 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isFrTaxNumber),
  context: {
    fr: ['numéro fiscal', 'nif', 'spi', 'identifiant fiscal', 'numéro fiscal de référence'],
    en: ['french tax number', 'tax number', 'tax id', 'tin'],
  },
  examples: { valid: ['30 23 217 600 053', '25 86 003 520 128', '0258236297403'], invalid: ['30 23 217 600 054'] },
});

function isFrTaxNumber(value: string): boolean {
  const digits = compact(value);
  return remainder(digits.slice(0, 10), 511) === Number(digits.slice(10));
}
