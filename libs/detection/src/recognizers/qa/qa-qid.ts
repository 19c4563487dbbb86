import { patternRecognizer } from '../../recognizer.js';

/**
 * Qatari identity number. Source: MOI Qatar, QID: century, birth year, country, five digits.
 */
export const qaQid = patternRecognizer({
  id: 'qa.qid',
  type: 'QA_QID',
  country: 'QA',
  title: 'Qatari identity number',
  source: 'MOI Qatar, QID: century, birth year, country, five digits',
  check: 'none: shape and context',
  patterns: [{ name: 'eleven digits', regex: /[23]\d{10}/, score: 0.15 }],
  score: 0.2,
  context: { ar: ['رقم البطاقة الشخصية', 'البطاقة القطرية', 'الرقم الشخصي'], en: ['qid', 'qatar id', 'qatari id'] },
  requiresContext: true,
  examples: { valid: ['28563412345', '26063469330'], invalid: [] },
});
