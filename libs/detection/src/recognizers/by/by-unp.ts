import { stdnum } from 'stdnum';
import { compact, patternRecognizer } from '../../recognizer.js';
import { byStdnum } from '../by-stdnum.js';

/**
 * Belarusian taxpayer number. Source: МНС, УНП (UNP); check as in stdnum (BY.unp). Check: weighted mod 11.
 */
export const byUnp = patternRecognizer({
  id: 'by.unp',
  type: 'BY_UNP',
  country: 'BY',
  title: 'Belarusian taxpayer number',
  source: 'МНС, УНП (UNP); check as in stdnum (BY.unp)',
  check: 'weighted mod 11',
  patterns: [{ name: 'nine digits', regex: /\d{9}/ }],
  score: 0.1,
  validScore: 0.3,
  validate: byStdnum(stdnum.BY!.unp!, compact),
  context: {
    be: ['унп', 'увп'],
    ru: ['унп', 'учетный номер плательщика'],
    en: ['unp', 'belarusian tax number', 'tax number'],
  },
  requiresContext: true,
  examples: { valid: ['200988541', '661733111'], invalid: ['734308138'] },
});
