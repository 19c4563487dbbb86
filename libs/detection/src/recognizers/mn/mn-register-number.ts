import { patternRecognizer } from '../../recognizer.js';
import { isShortDate } from '../calendar.js';

/**
 * Mongolian registration number. Source: Law on state registration, регистрийн дугаар: two Cyrillic letters and
 * eight digits (YYMMDD, month +20 from 2000).
 */
export const mnRegisterNumber = patternRecognizer({
  id: 'mn.register-number',
  type: 'MN_REGISTER_NUMBER',
  country: 'MN',
  title: 'Mongolian registration number',
  source:
    'Law on state registration, регистрийн дугаар: two Cyrillic letters and eight digits (YYMMDD, month +20 from 2000)',
  check: 'birth date',
  patterns: [
    {
      name: 'letters and digits',
      regex: /(?<![0-9A-Za-zА-Яа-яЁёӨөҮү])[А-ЯЁӨҮа-яёөү]{2}\d{8}(?!\d)/u,
      kind: 'text',
      triggers: { runs: 'number', before: 8, after: 4 },
      score: 0.55,
    },
  ],
  score: 0.55,
  validate: (value) => (isPlausible(value) ? 'unknown' : 'invalid'),
  context: {
    mn: ['регистр', 'регистрийн дугаар', 'рд', 'регистрийн дугаар:'],
    en: ['mongolian registration number', 'registration number', 'register number'],
  },
  requiresContext: true,
  examples: { valid: ['УБ85041212', 'УБ87071521'], invalid: ['УБ85141212'] },
});

/** Parts in their ranges; there is no check digit to pass. */
function isPlausible(value: string): boolean {
  const month = String(Number(value.slice(4, 6)) % 20).padStart(2, '0');
  return isShortDate(value.slice(2, 4) + month + value.slice(6, 8), 'ymd');
}
