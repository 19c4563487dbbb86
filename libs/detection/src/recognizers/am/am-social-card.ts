import { patternRecognizer } from '../../recognizer.js';

/**
 * Armenian public services number. Source: Law on the public services number (ՀԾՀ / SSN): ten digits, day +10 or
 * +50.
 */
export const amSocialCard = patternRecognizer({
  id: 'am.social-card',
  type: 'AM_SOCIAL_CARD',
  country: 'AM',
  title: 'Armenian public services number',
  source: 'Law on the public services number (ՀԾՀ / SSN): ten digits, day +10 or +50',
  check: 'none: ranges and context',
  patterns: [{ name: 'ten digits', regex: /[1-8]\d{9}/, score: 0.15 }],
  score: 0.2,
  validate: (value) => (isPlausible(value) ? 'unknown' : 'invalid'),
  context: {
    hy: ['հծհ', 'հանրային ծառայությունների համարանիշ', 'սոցիալական քարտ'],
    en: ['armenian public services number', 'public services number', 'psn'],
  },
  requiresContext: true,
  examples: { valid: ['2308901234', '3705013708'], invalid: ['2313901234'] },
});

/** Parts in their ranges; there is no check digit to pass. */
function isPlausible(value: string): boolean {
  const day = Number(value.slice(0, 2));
  const month = Number(value.slice(2, 4));
  return month >= 1 && month <= 12 && ((day > 10 && day < 42) || (day > 50 && day < 82));
}
