import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { luhn } from '../check-digits.js';

/**
 * Israeli identity number. Source: Population Registry, מספר זהות: nine digits; weights 1 and 2. Check: Luhn.
 */
export const ilId = patternRecognizer({
  id: 'il.id',
  type: 'IL_ID',
  country: 'IL',
  title: 'Israeli identity number',
  source: 'Population Registry, מספר זהות: nine digits; weights 1 and 2',
  check: 'Luhn',
  patterns: [
    { name: 'nine digits', regex: /\d{9}|\d{8}-\d/ },
    { name: 'eight digits', regex: /\d{8}/, validScore: 0.3 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isIlId),
  context: {
    he: ['תעודת זהות', 'ת.ז', 'ת.ז.', 'ת״ז', 'ת"ז', 'מספר זהות'],
    en: ['teudat zehut', 'israeli id', 'israel id', 'identity number', 'id number', 'national id'],
  },
  requiresContext: true,
  examples: { valid: ['39337423-6', '310335674', '25811417-2'], invalid: ['285611365'] },
});

function isIlId(value: string): boolean {
  return Number(compact(value)) > 99_999 && luhn(compact(value).padStart(9, '0'));
}
