const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** True for a day of the Gregorian calendar. */
export function isDate(year: number, month: number, day: number): boolean {
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= DAYS[month - 1]!)) return false;
  return month !== 2 || day < 29 || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0));
}

/**
 * True for a day written by its last two digits of the year, in any century: `ymd` is YYMMDD, `dmy` DDMMYY, `mdy` MMDDYY.
 * Identifiers that encode a birth date rarely say the century in the date itself.
 */
export function isShortDate(digits: string, order: 'ymd' | 'dmy' | 'mdy'): boolean {
  if (!/^\d{6}$/.test(digits)) return false;
  const parts = [Number(digits.slice(0, 2)), Number(digits.slice(2, 4)), Number(digits.slice(4))];
  const part = (letter: string): number => parts[order.indexOf(letter)]!;
  return isDate(2000 + part('y'), part('m'), part('d'));
}

/** True for YYYYMMDD between the years 1850 and 2099. */
export function isLongDate(digits: string): boolean {
  if (!/^\d{8}$/.test(digits)) return false;
  const year = Number(digits.slice(0, 4));
  return year >= 1850 && year < 2100 && isDate(year, Number(digits.slice(4, 6)), Number(digits.slice(6)));
}
