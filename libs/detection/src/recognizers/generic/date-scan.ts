import { foldWord } from '../../context/context-words.js';
import { isDate } from '../calendar.js';

/** A date in a text. `complete` ones name day, month and year. */
export interface ScannedDate {
  readonly start: number;
  readonly end: number;
  readonly pattern: string;
  readonly complete: boolean;
}

/** Month names and abbreviations (CLDR 46), lower case, by language; the position in each list is the month. */
const MONTHS: readonly (readonly string[])[] = [
  [
    'january',
    'jan',
    'januar',
    'jänner',
    'janvier',
    'janv',
    'enero',
    'ene',
    'gennaio',
    'gen',
    'janeiro',
    'januari',
    'stycznia',
    'января',
    'ocak',
    'ledna',
  ],
  [
    'february',
    'feb',
    'februar',
    'février',
    'fevrier',
    'févr',
    'febrero',
    'febbraio',
    'fevereiro',
    'fev',
    'februari',
    'lutego',
    'февраля',
    'şubat',
    'února',
  ],
  [
    'march',
    'mar',
    'märz',
    'maerz',
    'mrz',
    'mars',
    'marzo',
    'março',
    'marco',
    'maart',
    'mrt',
    'maret',
    'marca',
    'марта',
    'mart',
    'března',
  ],
  ['april', 'apr', 'avril', 'avr', 'abril', 'abr', 'aprile', 'kwietnia', 'апреля', 'nisan', 'dubna'],
  ['may', 'mai', 'mayo', 'maggio', 'mag', 'maio', 'mei', 'maja', 'мая', 'mayıs', 'května'],
  ['june', 'jun', 'juni', 'juin', 'junio', 'giugno', 'giu', 'junho', 'czerwca', 'июня', 'haziran', 'června'],
  ['july', 'jul', 'juli', 'juillet', 'juil', 'julio', 'luglio', 'lug', 'julho', 'lipca', 'июля', 'temmuz', 'července'],
  [
    'august',
    'aug',
    'août',
    'aout',
    'agosto',
    'ago',
    'augustus',
    'agustus',
    'agu',
    'sierpnia',
    'августа',
    'ağustos',
    'srpna',
  ],
  [
    'september',
    'sept',
    'sep',
    'septembre',
    'septiembre',
    'settembre',
    'set',
    'setembro',
    'września',
    'сентября',
    'eylül',
    'září',
  ],
  [
    'october',
    'oct',
    'oktober',
    'okt',
    'octobre',
    'octubre',
    'ottobre',
    'ott',
    'outubro',
    'out',
    'października',
    'октября',
    'ekim',
    'října',
  ],
  ['november', 'nov', 'novembre', 'noviembre', 'novembro', 'nopember', 'listopada', 'ноября', 'kasım', 'listopadu'],
  [
    'december',
    'dec',
    'dezember',
    'dez',
    'décembre',
    'decembre',
    'déc',
    'diciembre',
    'dic',
    'dicembre',
    'dezembro',
    'desember',
    'des',
    'grudnia',
    'декабря',
    'aralık',
    'prosince',
  ],
];
const MONTH_OF = new Map(MONTHS.flatMap((names, index) => names.map((name) => [name, index + 1] as const)));
const NAMES = [...MONTH_OF.keys()].sort((a, b) => b.length - a.length).join('|');

const NUMERIC = /(?=\d)(?<![\w./:-])(\d{1,4})([-./])( ?)(\d{1,2})\2\3(\d{4}|\d{2})(?![\w]|[./:-]\d)/g;
const ISO_TIME = /(?=\d)(?<![\w./:-])(\d{4})-(\d{2})-(\d{2})(?=T\d{2}:)/g;
const NAME = new RegExp(`(?<![\\p{L}\\p{N}])(?:${NAMES})(?![\\p{L}\\p{N}])`, 'giu');
const DAY_BEFORE = /(?<![\p{L}\p{N}.,/-])(\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?(?: of| de| di)?[ -]$/u;
const YEAR_AFTER = /^\.?(?:,? (?:de |del |dell'|of )?|-|\/)((?:19|20)\d{2}|'\d{2})(?![\p{L}\p{N}])/u;
const SHORT_YEAR_AFTER = /^\.?-(\d{2})(?![\p{L}\p{N}-])/u;
const DAY_AFTER = /^\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? ((?:19|20)\d{2}))?(?![\p{L}\p{N}]|[.:/]\d)/u;
const CJK = /(?:(\d{4})年)(\d{1,2})月(?:(\d{1,2})日)?/g;

/** Month names without accents: the words around which `scanNamedDates` has to look. */
export const MONTH_WORDS: readonly string[] = [...new Set([...MONTH_OF.keys()].map(foldWord))];

/** Numeric dates in any order and dates with a month's name. */
export function* scanDates(text: string): Generator<ScannedDate> {
  yield* scanNumericDates(text);
  yield* scanNamedDates(text);
}

/** Dates with a month's name. Linear: looks at most 24 characters around each month. */
export function* scanNamedDates(text: string): Generator<ScannedDate> {
  for (const match of text.matchAll(NAME)) {
    const date = around(text, match.index, match.index + match[0].length);
    if (date) yield date;
  }
}

/** Dates of digits alone, or with the signs of year, month and day. */
export function* scanNumericDates(text: string): Generator<ScannedDate> {
  for (const match of text.matchAll(NUMERIC)) {
    const parts = [Number(match[1]), Number(match[4]), Number(match[5])] as const;
    if (!isNumericDate(parts, match[1]!.length, match[5]!.length, match[2]!)) continue;
    yield { start: match.index, end: match.index + match[0].length, pattern: 'numeric', complete: true };
  }
  if (text.includes('年')) {
    for (const match of text.matchAll(CJK)) {
      const complete = match[3] !== undefined;
      yield { start: match.index, end: match.index + match[0].length, pattern: 'year, month, day signs', complete };
    }
  }
  if (!text.includes('T')) return;
  for (const match of text.matchAll(ISO_TIME)) {
    if (!isDate(Number(match[1]), Number(match[2]), Number(match[3]))) continue;
    yield { start: match.index, end: match.index + match[0].length, pattern: 'ISO 8601', complete: true };
  }
}

function isNumericDate(
  [first, second, third]: readonly [number, number, number],
  firstLength: number,
  thirdLength: number,
  separator: string,
): boolean {
  if (firstLength === 4) return first >= 1850 && first < 2100 && thirdLength === 2 && isDate(first, second, third);
  if (firstLength === 3) return false;
  if (thirdLength === 2 && separator === '-')
    return isDate(2000 + third, second, first) || isDate(2000 + third, first, second);
  const year = thirdLength === 2 ? 2000 + third : third;
  if (thirdLength === 4 && (third < 1850 || third >= 2100)) return false;
  return isDate(year, second, first) || isDate(year, first, second);
}

function around(text: string, start: number, end: number): ScannedDate | null {
  const before = DAY_BEFORE.exec(text.slice(Math.max(0, start - 10), start));
  const after = text.slice(end, end + 16);
  const year = YEAR_AFTER.exec(after);
  if (before && isDay(before[1]!)) {
    const short = year ?? (before[0].endsWith('-') ? SHORT_YEAR_AFTER.exec(after) : null);
    const from = start - before[0].length;
    return { start: from, end: end + (short?.[0].length ?? 0), pattern: 'day, month', complete: short !== null };
  }
  if (year) return { start, end: end + year[0].length, pattern: 'month, year', complete: false };
  const day = DAY_AFTER.exec(after);
  if (day && isDay(day[1]!) && /^\p{Lu}/u.test(text[start]!)) {
    return { start, end: end + day[0].length, pattern: 'month, day', complete: day[2] !== undefined };
  }
  return null;
}

function isDay(digits: string): boolean {
  const day = Number(digits);
  return day >= 1 && day <= 31;
}
