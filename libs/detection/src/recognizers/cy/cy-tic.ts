import { stdnum } from 'stdnum';
import { compact, patternRecognizer } from '../../recognizer.js';
import { byStdnum } from '../by-stdnum.js';

/**
 * Cypriot tax number. Source: Tax Department of Cyprus, TIC/ΑΦΤ; check as in stdnum (CY.vat). Check: weighted mod
 * 26.
 */
export const cyTic = patternRecognizer({
  id: 'cy.tic',
  type: 'CY_TIC',
  country: 'CY',
  title: 'Cypriot tax number',
  source: 'Tax Department of Cyprus, TIC/ΑΦΤ; check as in stdnum (CY.vat)',
  check: 'weighted mod 26',
  patterns: [
    { name: 'prefixed', regex: /CY ?\d{8}[A-Z]/, validScore: 0.8 },
    { name: 'eight digits and a letter', regex: /\d{8}[A-Z]/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: byStdnum(stdnum.CY!.vat!, (value) => compact(value).replace(/^CY/, '')),
  context: {
    el: ['αφτ', 'αριθμός φορολογικού μητρώου', 'φπα'],
    en: ['tic', 'tax identification code', 'cyprus tax number', 'vat', 'vat number', 'tin'],
  },
  examples: { valid: ['CY10259033P', 'CY59758209X', '08720310G'], invalid: ['CY97860959G'] },
});
