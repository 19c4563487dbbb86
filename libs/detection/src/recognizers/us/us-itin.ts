import { compact, patternRecognizer } from '../../recognizer.js';

/**
 * US individual taxpayer number. Source: IRS, ITIN: area 9xx; fourth and fifth digits 50–65, 70–88, 90–92 or 94–99
 * (IRM 3.21.263).
 */
export const usItin = patternRecognizer({
  id: 'us.itin',
  type: 'US_ITIN',
  country: 'US',
  title: 'US individual taxpayer number',
  source: 'IRS, ITIN: area 9xx; fourth and fifth digits 50–65, 70–88, 90–92 or 94–99 (IRM 3.21.263)',
  check: 'ranges (no check digit)',
  patterns: [
    { name: 'hyphens', regex: /9\d{2}-\d{2}-\d{4}/, score: 0.6 },
    { name: 'spaces', regex: /9\d{2} \d{2} \d{4}/, score: 0.3 },
    { name: 'nine digits', regex: /9\d{8}/, score: 0.2 },
  ],
  score: 0.1,
  validate: (value) => (isPlausible(value) ? 'unknown' : 'invalid'),
  context: {
    en: [
      'itin',
      'individual taxpayer',
      'individual taxpayer identification number',
      'taxpayer id',
      'taxpayer identification',
      'tax id',
      'tin',
    ],
  },
  examples: {
    valid: ['912-90-3456', '921-84-0801', '916 72 1316', '952706577'],
    invalid: ['900-12-3456', '912-93-3456'],
  },
});

/** Parts in their ranges; there is no check digit to pass. */
function isPlausible(value: string): boolean {
  const group = Number(compact(value).slice(3, 5));
  return (group >= 50 && group <= 65) || (group >= 70 && group <= 88) || (group >= 90 && group !== 93);
}
