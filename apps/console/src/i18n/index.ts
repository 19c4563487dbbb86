import { en } from './en/index.js';

export type TextKey = keyof typeof en;
export type TextValues = Readonly<Record<string, string | number>>;

const LOCALE = navigator.language || 'en';

/** A text of the catalogue, with `{name}` replaced. One language so far; another is another catalogue of the same keys. */
export function t(key: TextKey, values: TextValues = {}): string {
  const text: string = en[key];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? number(value) : value;
  });
}

/** `one` for exactly one, `other` for any other count. */
export function plural(count: number, one: TextKey, other: TextKey, values: TextValues = {}): string {
  const rule = new Intl.PluralRules('en').select(count);
  return t(rule === 'one' ? one : other, { count, ...values });
}

export function number(value: number): string {
  return new Intl.NumberFormat(LOCALE).format(value);
}

export function percent(value: number): string {
  return new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 0 }).format(value);
}

export function dateTime(value: string | Date): string {
  return new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(value));
}

export function date(value: string | Date): string {
  return new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' }).format(new Date(value));
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** A span of time in its largest unit, rounded up. */
export function duration(seconds: number): string {
  const [unit, size] = STEPS.find(([, length]) => seconds >= length) ?? STEPS.at(-1)!;
  return new Intl.NumberFormat(LOCALE, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.ceil(seconds / size));
}

/** How long ago, or until when, in the largest unit that fits. */
export function ago(value: string | Date, now = Date.now()): string {
  const seconds = (new Date(value).getTime() - now) / 1000;
  const [unit, size] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' }).format(Math.round(seconds / size), unit);
}
