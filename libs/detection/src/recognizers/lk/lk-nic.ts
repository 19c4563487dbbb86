import { compact, patternRecognizer } from '../../recognizer.js';

/**
 * Sri Lankan national identity number. Source: Department for Registration of Persons: nine digits with V or X, or
 * twelve digits; day of the year, 500 added for women.
 */
export const lkNic = patternRecognizer({
  id: 'lk.nic',
  type: 'LK_NIC',
  country: 'LK',
  title: 'Sri Lankan national identity number',
  source:
    'Department for Registration of Persons: nine digits with V or X, or twelve digits; day of the year, 500 added for women',
  check: 'day of the year (no check digit)',
  patterns: [
    { name: 'old', regex: /\d{9}[VX]/i, score: 0.55 },
    { name: 'new', regex: /(?:19|20)\d{10}/i, score: 0.15 },
  ],
  score: 0.2,
  validate: (value) => (isPlausible(value) ? 'unknown' : 'invalid'),
  context: {
    si: ['ජාතික හැඳුනුම්පත'],
    ta: ['தேசிய அடையாள அட்டை'],
    en: ['nic', 'nic number', 'sri lankan id', 'national identity card'],
  },
  examples: { valid: ['853400937V', '198534000937', '942513963V'], invalid: ['859000937V'] },
});

/** Parts in their ranges; there is no check digit to pass. */
function isPlausible(value: string): boolean {
  const characters = compact(value);
  const day = Number(characters.length === 10 ? characters.slice(2, 5) : characters.slice(4, 7)) % 500;
  return day >= 1 && day <= 366;
}
