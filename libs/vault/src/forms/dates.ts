/** A day of the Gregorian calendar. */
export interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export interface ParsedDate extends CalendarDate {
  /** Writes another day in the same way. */
  write(date: CalendarDate): string;
}

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];
const MONTH_NAME = `(${MONTHS.map((month) => `${month.slice(0, 3)}(?:${month.slice(3)})?`).join('|')})`;

/**
 * Reads a date with a four-digit year: `1984-03-09`, `1984/3/9`, `09.03.1984`, `9 March 1984`, `March 9, 1984`, and
 * `03/09/1984` as month first unless that can't be. Null for anything else, and for days that are not in the calendar.
 */
export function parseDate(text: string): ParsedDate | null {
  const trimmed = text.trim();
  for (const read of [readIso, readNumeric, readDayMonthName, readMonthNameDay]) {
    const parsed = read(trimmed);
    if (parsed && isDay(parsed)) return parsed;
  }
  return null;
}

function readIso(text: string): ParsedDate | null {
  const match = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text);
  if (!match) return null;
  const [, year, separator, month, day] = match as unknown as [string, string, string, string, string];
  return {
    ...numbers(year, month, day),
    write: (d) => [d.year, pad(d.month, month), pad(d.day, day)].join(separator),
  };
}

function readNumeric(text: string): ParsedDate | null {
  const match = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text);
  if (!match) return null;
  const [, first, separator, second, year] = match as unknown as [string, string, string, string, string];
  const monthFirst = separator === '/' && Number(first) <= 12;
  const [month, day] = monthFirst ? [first, second] : [second, first];
  return {
    ...numbers(year, month, day),
    write: (d) => {
      const [m, dd] = [pad(d.month, month), pad(d.day, day)];
      return (monthFirst ? [m, dd, d.year] : [dd, m, d.year]).join(separator);
    },
  };
}

function readDayMonthName(text: string): ParsedDate | null {
  const match = new RegExp(`^(\\d{1,2})(\\.?) ${MONTH_NAME}(,?) (\\d{4})$`, 'i').exec(text);
  if (!match) return null;
  const [, day, dot, name, comma, year] = match as unknown as [string, string, string, string, string, string];
  return {
    ...numbers(year, String(monthOf(name)), day),
    write: (d) => `${pad(d.day, day)}${dot} ${nameLike(d.month, name)}${comma} ${d.year}`,
  };
}

function readMonthNameDay(text: string): ParsedDate | null {
  const match = new RegExp(`^${MONTH_NAME} (\\d{1,2})(,?) (\\d{4})$`, 'i').exec(text);
  if (!match) return null;
  const [, name, day, comma, year] = match as unknown as [string, string, string, string, string];
  return {
    ...numbers(year, String(monthOf(name)), day),
    write: (d) => `${nameLike(d.month, name)} ${pad(d.day, day)}${comma} ${d.year}`,
  };
}

/** The same day so many days later (or earlier). */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const moved = new Date(Date.UTC(date.year, date.month - 1, date.day + days));
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() };
}

function numbers(year: string, month: string, day: string): CalendarDate {
  return { year: Number(year), month: Number(month), day: Number(day) };
}

function isDay({ year, month, day }: CalendarDate): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day && month >= 1;
}

/** With a leading zero where the original has two digits. */
function pad(value: number, like: string): string {
  return String(value).padStart(like.length, '0');
}

function monthOf(name: string): number {
  return MONTHS.findIndex((month) => month.slice(0, 3).toLowerCase() === name.slice(0, 3).toLowerCase()) + 1;
}

function nameLike(month: number, like: string): string {
  const name = MONTHS[month - 1]!;
  return like.length === 3 ? name.slice(0, 3) : name;
}
