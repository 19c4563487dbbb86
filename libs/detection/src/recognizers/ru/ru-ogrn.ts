import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { remainder } from '../check-digits.js';

/**
 * Russian registration number. Source: ФНС, ОГРН / ОГРНИП: remainder by 11 or 13. Check: remainder by 11 or 13.
 */
export const ruOgrn = patternRecognizer({
  id: 'ru.ogrn',
  type: 'RU_OGRN',
  country: 'RU',
  title: 'Russian registration number',
  source: 'ФНС, ОГРН / ОГРНИП: remainder by 11 or 13',
  check: 'remainder by 11 or 13',
  patterns: [{ name: 'thirteen or fifteen digits', regex: /[1235]\d{12}(?:\d{2})?/ }],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isRuOgrn),
  context: {
    ru: ['огрн', 'огрнип', 'основной государственный регистрационный номер'],
    en: ['ogrn', 'russian registration number', 'registration number'],
  },
  requiresContext: true,
  examples: { valid: ['1022200525819', '1822765343542'], invalid: ['1364975098928'] },
});

function isRuOgrn(value: string): boolean {
  const digits = compact(value);
  const body = digits.slice(0, -1);
  return remainder(body, digits.length === 13 ? 11 : 13) % 10 === Number(digits.at(-1));
}
