import { patternRecognizer } from '../../recognizer.js';

/**
 * Egyptian tax registration number. Source: Egyptian Tax Authority: nine digits.
 */
export const egTaxNumber = patternRecognizer({
  id: 'eg.tax-number',
  type: 'EG_TAX_NUMBER',
  country: 'EG',
  title: 'Egyptian tax registration number',
  source: 'Egyptian Tax Authority: nine digits',
  check: 'none: shape and context',
  patterns: [
    { name: 'hyphens', regex: /\d{3}-\d{3}-\d{3}/, score: 0.25 },
    { name: 'nine digits', regex: /\d{9}/, score: 0.15 },
  ],
  score: 0.2,
  context: {
    ar: ['الرقم الضريبي', 'رقم التسجيل الضريبي', 'التسجيل الضريبي'],
    en: ['egyptian tax number', 'tax registration number'],
  },
  requiresContext: true,
  examples: { valid: ['100-531-385', '150-394-067', '298201021'], invalid: [] },
});
