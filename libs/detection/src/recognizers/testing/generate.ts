import { isDate } from '../calendar.js';

/** A repeatable pseudo-random source (mulberry32): `random(n)` is an integer in [0, n). */
export function seeded(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

const DIGITS = '0123456789';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * Makes values of an identifier from a mask: `#` any digit, `@` any letter, `[a-cX]` one of these, `{ymd}` `{dmy}` `{Ymd}`
 * `{dmY}` a date of 1950–1999, `?` a check digit and `!` a check character (digit or letter), tried until `isValid`, an
 * oracle independent of the recognizer, accepts the whole. Other characters stand for themselves.
 */
export function generate(mask: string, isValid: (value: string) => boolean, random: (bound: number) => number): string {
  // Oracles refuse with an Error object each time; its stack trace is most of their cost.
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    for (let attempt = 0; attempt < 2_000; attempt++) {
      const drawn = mask.replace(/#|@|\[[^\]]+\]|\{[ymdY]+\}/g, (part) => draw(part, random));
      const value = complete(drawn, isValid);
      if (value !== undefined) return value;
    }
  } finally {
    Error.stackTraceLimit = limit;
  }
  throw new Error(`no valid value of the mask ${mask}`);
}

function draw(part: string, random: (bound: number) => number): string {
  const pick = (from: string): string => from[random(from.length)]!;
  if (part === '#') return pick(DIGITS);
  if (part === '@') return pick(LETTERS);
  if (part.startsWith('[')) return pick(part.slice(1, -1).replace(/(.)-(.)/g, (_, from, to) => range(from, to)));
  const year = 1950 + random(50);
  const month = 1 + random(12);
  let day = 1 + random(31);
  while (!isDate(year, month, day)) day--;
  const two = (n: number): string => String(n).padStart(2, '0');
  const parts: Record<string, string> = { Y: String(year), y: two(year % 100), m: two(month), d: two(day) };
  return [...part.slice(1, -1)].map((letter) => parts[letter]!).join('');
}

function range(from: string, to: string): string {
  const first = from.charCodeAt(0);
  return String.fromCharCode(...Array.from({ length: to.charCodeAt(0) - first + 1 }, (_, i) => first + i));
}

/** Fills the check characters, leftmost first; undefined when no filling is valid. */
function complete(drawn: string, isValid: (value: string) => boolean): string | undefined {
  const at = drawn.search(/[?!]/);
  if (at < 0) return isValid(drawn) ? drawn : undefined;
  for (const character of drawn[at] === '?' ? DIGITS : DIGITS + LETTERS) {
    const value = complete(drawn.slice(0, at) + character + drawn.slice(at + 1), isValid);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Writes the characters of `value` into a spelling: each `#` takes the next one, the rest is separators. */
export function spell(value: string, spelling: string): string {
  let next = 0;
  return spelling.replace(/#/g, () => value[next++] ?? '');
}
