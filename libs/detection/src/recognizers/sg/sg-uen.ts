import { stdnum } from 'stdnum';
import { compact, patternRecognizer } from '../../recognizer.js';
import { byStdnum } from '../by-stdnum.js';

/**
 * Singaporean entity number. Source: ACRA, Unique Entity Number; check as in stdnum (SG.uen). Check: weighted mod 11
 * to letters.
 */
export const sgUen = patternRecognizer({
  id: 'sg.uen',
  type: 'SG_UEN',
  country: 'SG',
  title: 'Singaporean entity number',
  source: 'ACRA, Unique Entity Number; check as in stdnum (SG.uen)',
  check: 'weighted mod 11 to letters',
  patterns: [
    { name: 'local company', regex: /(?:19|20)\d{7}[A-Z]/, validScore: 0.6 },
    { name: 'business', regex: /\d{8}[A-Z]/, validScore: 0.38 },
    { name: 'other entity', regex: /[RST]\d{2}[A-Z]{2}\d{4}[A-Z]/, validScore: 0.8 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: byStdnum(stdnum.SG!.uen!, compact),
  context: { en: ['uen', 'unique entity number', 'roc', 'acra'] },
  examples: { valid: ['197401143C', 'S16FC0121D', '201376978G'], invalid: ['197401143D'] },
});
