import { patternRecognizer } from '../../recognizer.js';

/**
 * Rwandan national identity number. Source: NIDA Rwanda: status, birth year, sex (7 or 8), seven digits, issue, two
 * digits.
 */
export const rwNid = patternRecognizer({
  id: 'rw.nid',
  type: 'RW_NID',
  country: 'RW',
  title: 'Rwandan national identity number',
  source: 'NIDA Rwanda: status, birth year, sex (7 or 8), seven digits, issue, two digits',
  check: 'none: shape',
  patterns: [
    { name: 'spaced', regex: /[123] (?:19|20)\d{2} [78] \d{7} \d \d{2}/, score: 0.85 },
    { name: 'sixteen digits', regex: /[123](?:19|20)\d{2}[78]\d{10}/, score: 0.3 },
  ],
  score: 0.3,
  context: { rw: ['indangamuntu'], en: ['rwandan id', 'national id', 'nid'] },
  examples: { valid: ['1 1985 8 0012345 0 12', '1 1993 8 8608737 2 35', '1195570011353908'], invalid: [] },
});
