import { patternRecognizer } from '../../recognizer.js';

/**
 * Georgian personal number. Source: Public Service Development Agency, პირადი ნომერი: eleven digits.
 */
export const gePersonalNumber = patternRecognizer({
  id: 'ge.personal-number',
  type: 'GE_PERSONAL_NUMBER',
  country: 'GE',
  title: 'Georgian personal number',
  source: 'Public Service Development Agency, პირადი ნომერი: eleven digits',
  check: 'none: shape and context',
  patterns: [{ name: 'eleven digits', regex: /\d{11}/, score: 0.15 }],
  score: 0.2,
  context: { ka: ['პირადი ნომერი', 'პირადი №'], en: ['georgian personal number', 'personal number', 'georgian id'] },
  requiresContext: true,
  examples: { valid: ['01024012345', '01751181633'], invalid: [] },
});
