import { checked, compact, patternRecognizer } from '../../recognizer.js';
import { isShortDate } from '../calendar.js';
import { weightedSum } from '../check-digits.js';

/**
 * Norwegian national identity number. Source: Skatteetaten, fødselsnummer, D- and synthetic numbers (day +40, month
 * +40, +65 or +80). Check: two weighted mod 11 and birth date.
 */
export const noFodselsnummer = patternRecognizer({
  id: 'no.fodselsnummer',
  type: 'NO_FODSELSNUMMER',
  country: 'NO',
  title: 'Norwegian national identity number',
  source: 'Skatteetaten, fødselsnummer, D- and synthetic numbers (day +40, month +40, +65 or +80)',
  check: 'two weighted mod 11 and birth date',
  patterns: [
    { name: 'spaced', regex: /\d{6}[ -]\d{5}/, validScore: 0.6 },
    { name: 'eleven digits', regex: /\d{11}/, validScore: 0.42 },
  ],
  score: 0.1,
  validScore: 0.3,
  validate: checked(isNoFodselsnummer),
  context: {
    no: [
      'fødselsnummer',
      'fnr',
      'personnummer',
      'fødselsnr',
      'd-nummer',
      'fødselsnummeret',
      'fødsels- og personnummer',
    ],
    en: ['norwegian national identity number', 'national identity number', 'fodselsnummer', 'national id'],
  },
  examples: { valid: ['15108695088', '281286 18696', '26096635531'], invalid: ['15138695088'] },
});

function isNoFodselsnummer(value: string): boolean {
  const digits = compact(value);
  const day = Number(digits.slice(0, 2)) % 40;
  const rawMonth = Number(digits.slice(2, 4));
  const month =
    rawMonth > 80 ? rawMonth - 80 : rawMonth > 65 ? rawMonth - 65 : rawMonth > 40 ? rawMonth - 40 : rawMonth;
  const two = (n: number): string => String(n).padStart(2, '0');
  return (
    isShortDate(two(day) + two(month) + digits.slice(4, 6), 'dmy') &&
    weightedSum(digits.slice(0, 10), [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11 === 0 &&
    weightedSum(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0
  );
}
