import { compact, patternRecognizer, type Validation } from '../../recognizer.js';

/**
 * Numbers of advertisements and leaflets, never issued: SSA, "Misused Social Security numbers". Refused as bare digits alone:
 * written as such a number is written, they stand where somebody's stands.
 */
const WITHDRAWN = new Set(['078051120', '219099999', '123456789']);

/** Area never 000, 666 or 9xx, group never 00, serial never 0000: SSA POMS RM 10201.035. */
export function validateSsn(value: string): Validation {
  const digits = compact(value);
  const area = digits.slice(0, 3);
  if (area === '000' || area === '666' || area >= '900') return 'invalid';
  if (digits.slice(3, 5) === '00' || digits.slice(5) === '0000' || WITHDRAWN.has(value)) return 'invalid';
  return /^(\d)\1{8}$/.test(digits) ? 'invalid' : 'unknown';
}

/** US Social Security number. */
export const usSsn = patternRecognizer({
  id: 'us.ssn',
  type: 'US_SSN',
  country: 'US',
  title: 'US Social Security number',
  source: 'SSA POMS RM 10201.030 and RM 10201.035 (Social Security number structure and invalid numbers)',
  check: 'ranges never issued (no check digit)',
  score: 0.05,
  patterns: [
    { name: 'hyphens', regex: /\d{3}-\d{2}-\d{4}/, score: 0.6 },
    { name: 'spaces or dots', regex: /\d{3}([ .])\d{2}\1\d{4}/, score: 0.3 },
    { name: 'nine digits', regex: /\d{9}/, score: 0.15 },
  ],
  validate: validateSsn,
  context: {
    en: ['ssn', 'ssns', 'social security', 'social security number', 'ss #', 'soc sec', 'taxpayer id', 'tin'],
  },
  examples: {
    valid: ['536-90-4399', '536 90 4399', '536904399'],
    invalid: ['900-12-3456', '000-12-3456', '666-12-3456'],
  },
});
