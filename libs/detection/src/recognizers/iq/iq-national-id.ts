import { patternRecognizer } from '../../recognizer.js';

/**
 * Iraqi national card number. Source: National Card Law 3/2016: twelve digits beginning with the birth year.
 */
export const iqNationalId = patternRecognizer({
  id: 'iq.national-id',
  type: 'IQ_NATIONAL_ID',
  country: 'IQ',
  title: 'Iraqi national card number',
  source: 'National Card Law 3/2016: twelve digits beginning with the birth year',
  check: 'none: shape and context',
  patterns: [{ name: 'twelve digits', regex: /(?:19|20)\d{10}/, score: 0.15 }],
  score: 0.2,
  context: {
    ar: ['البطاقة الوطنية', 'رقم البطاقة الوطنية', 'البطاقة الموحدة'],
    en: ['iraqi national id', 'iraqi national card', 'iraqi id'],
  },
  requiresContext: true,
  examples: { valid: ['198512345678', '199418050131'], invalid: [] },
});
