import { patternRecognizer } from '../../recognizer.js';

/**
 * Philippine health insurance number. Source: PhilHealth identification number: two, nine and one digits.
 */
export const phPhilhealth = patternRecognizer({
  id: 'ph.philhealth',
  type: 'PH_PHILHEALTH',
  country: 'PH',
  title: 'Philippine health insurance number',
  source: 'PhilHealth identification number: two, nine and one digits',
  check: 'none: shape and context',
  patterns: [
    { name: 'hyphens', regex: /\d{2}-\d{9}-\d/, score: 0.35 },
    { name: 'twelve digits', regex: /\d{12}/, score: 0.12 },
  ],
  score: 0.2,
  context: { en: ['philhealth', 'philhealth number', 'philhealth no', 'pin'] },
  requiresContext: true,
  examples: { valid: ['12-345678901-2', '02-864257799-7'], invalid: [] },
});
