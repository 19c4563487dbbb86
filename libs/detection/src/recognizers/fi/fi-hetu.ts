import { checked, patternRecognizer } from '../../recognizer.js';
import { isShortDate } from '../calendar.js';
import { remainder } from '../check-digits.js';

/**
 * Finnish personal identity code. Source: Act 661/2009, DVV: henkilötunnus, with the century signs of 2023. Check:
 * remainder by 31 and birth date.
 */
export const fiHetu = patternRecognizer({
  id: 'fi.hetu',
  type: 'FI_HETU',
  country: 'FI',
  title: 'Finnish personal identity code',
  source: 'Act 661/2009, DVV: henkilötunnus, with the century signs of 2023',
  check: 'remainder by 31 and birth date',
  patterns: [{ name: 'code', regex: /\d{6}[-+A-FU-Y]\d{3}[0-9A-FHJ-NPR-Y]/i, validScore: 0.9 }],
  score: 0.3,
  validScore: 0.8,
  validate: checked(isFiHetu),
  context: {
    fi: ['henkilötunnus', 'hetu', 'henkilötunnuksen', 'sotu'],
    sv: ['personbeteckning'],
    en: ['personal identity code', 'finnish personal identity code', 'national id'],
  },
  examples: { valid: ['131052-308T', '190579-520E'], invalid: ['321052-308T'] },
});

function isFiHetu(value: string): boolean {
  if (!isShortDate(value.slice(0, 6), 'dmy')) return false;
  const number = value.slice(0, 6) + value.slice(7, 10);
  return '0123456789ABCDEFHJKLMNPRSTUVWXY'[remainder(number, 31)] === value[10]!.toUpperCase();
}
