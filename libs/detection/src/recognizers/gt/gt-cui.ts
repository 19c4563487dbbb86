import { stdnum } from 'stdnum';
import { compact, patternRecognizer } from '../../recognizer.js';
import { byStdnum } from '../by-stdnum.js';

/**
 * Guatemalan identification code. Source: RENAP, Código Único de Identificación (DPI): weights 2 to 9, department
 * and municipality. Check: weighted mod 11 and municipality.
 */
export const gtCui = patternRecognizer({
  id: 'gt.cui',
  type: 'GT_CUI',
  country: 'GT',
  title: 'Guatemalan identification code',
  source: 'RENAP, Código Único de Identificación (DPI): weights 2 to 9, department and municipality',
  check: 'weighted mod 11 and municipality',
  patterns: [
    { name: 'spaced', regex: /\d{4}[ -]\d{5}[ -]\d{4}/, validScore: 0.6 },
    { name: 'thirteen digits', regex: /\d{13}/ },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: byStdnum(stdnum.GT!.cui!, compact),
  context: {
    es: ['cui', 'dpi', 'código único de identificación', 'documento personal de identificación'],
    en: ['guatemalan id', 'cui', 'dpi', 'national id'],
  },
  examples: { valid: ['1186 42570 0108', '2974311530109'], invalid: [] },
});
