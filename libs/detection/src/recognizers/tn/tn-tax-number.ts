import { patternRecognizer } from '../../recognizer.js';

/**
 * Tunisian tax number. Source: Ministère des Finances, matricule fiscal: seven digits, key, codes, establishment.
 */
export const tnTaxNumber = patternRecognizer({
  id: 'tn.tax-number',
  type: 'TN_TAX_NUMBER',
  country: 'TN',
  title: 'Tunisian tax number',
  source: 'Ministère des Finances, matricule fiscal: seven digits, key, codes, establishment',
  check: 'none: shape',
  patterns: [
    { name: 'full', regex: /\d{7}[ /]?[A-HJ-NP-TV-Z][ /]?[APBDN][ /]?[MPCNE][ /]?\d{3}/, score: 0.75 },
    { name: 'key only', regex: /\d{7}\/?[A-HJ-NP-TV-Z]/, score: 0.15 },
  ],
  score: 0.3,
  context: {
    fr: ['matricule fiscal', 'mf', 'matricule fiscale'],
    ar: ['المعرف الجبائي'],
    en: ['tunisian tax number', 'tax number'],
  },
  examples: { valid: ['1234567/M/A/M/000', '1704792/D/A/M/000', '1346447EAM000'], invalid: [] },
});
