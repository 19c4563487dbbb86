import { CASELESS, CHARACTER_CLASS, DIGIT, isBlank, isLineBreak, LOWER, TAB, UPPER } from './characters.js';

/** What stands between a token and the one before it. */
export const GLUED = 0;
export const SPACED = 1;
export const NEW_LINE = 2;
/** A tab, or two blanks or more: the next column, on the same line. */
export const COLUMN = 3;
const COLUMN_BLANKS_MIN = 2;

/** The tokens of a text, `[starts[i], ends[i])` in UTF-16 code units, and the gap before each. */
export interface Tokens {
  readonly count: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly gaps: Uint8Array;
}

const APOSTROPHE = 39;
const RIGHT_QUOTE = 0x2019;
const UNDERSCORE = 95;
const CLITIC_LETTERS_MAX = 2;

/**
 * Splits a text into words (letters, digits, inner underscores, the apostrophe of `O'Brien`), clitics (`'s`, `'t`) and single
 * other characters. Every non-blank code point is in exactly one token. Linear.
 */
export function tokenize(text: string): Tokens {
  const length = text.length;
  let starts = new Int32Array(Math.max(16, length >> 2));
  let ends = new Int32Array(starts.length);
  let gaps = new Uint8Array(starts.length);
  let count = 0;
  let gap = NEW_LINE;
  let at = 0;
  while (at < length) {
    const unit = text.charCodeAt(at);
    let end: number;
    if (CHARACTER_CLASS[unit]) end = wordEnd(text, at, length);
    else if (isLineBreak(unit)) {
      gap = NEW_LINE;
      at++;
      continue;
    } else if (isBlank(unit)) {
      let blanks = 0;
      let hasTab = false;
      for (; at < length && isBlank(text.charCodeAt(at)); at++, blanks++) hasTab ||= text.charCodeAt(at) === TAB;
      if (gap !== NEW_LINE) gap = hasTab || blanks >= COLUMN_BLANKS_MIN ? COLUMN : SPACED;
      continue;
    } else if (isApostrophe(unit) && startsClitic(text, at, length)) {
      end = at + 1;
      while (end < length && CHARACTER_CLASS[text.charCodeAt(end)]) end++;
      // `'s` and `'ll` are one token; in `dell'ospedale` the word after the apostrophe stands alone.
      if (end - at - 1 > CLITIC_LETTERS_MAX) end = at + 1;
    } else end = at + (unit >= 0xd800 && unit < 0xdc00 && at + 1 < length ? 2 : 1);
    if (count === starts.length) {
      starts = grown(starts, new Int32Array(count * 2));
      ends = grown(ends, new Int32Array(count * 2));
      gaps = grown(gaps, new Uint8Array(count * 2));
    }
    starts[count] = at;
    ends[count] = end;
    gaps[count++] = gap;
    gap = GLUED;
    at = end;
  }
  return { count, starts, ends, gaps };
}

function grown<T extends Int32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

function isApostrophe(unit: number): boolean {
  return unit === APOSTROPHE || unit === RIGHT_QUOTE;
}

function startsClitic(text: string, at: number, length: number): boolean {
  return (
    at > 0 &&
    at + 1 < length &&
    CHARACTER_CLASS[text.charCodeAt(at - 1)] !== 0 &&
    CHARACTER_CLASS[text.charCodeAt(at + 1)] === LOWER
  );
}

function wordEnd(text: string, start: number, length: number): number {
  let at = start + 1;
  while (at < length) {
    const unit = text.charCodeAt(at);
    if (CHARACTER_CLASS[unit]) {
      if (unit === CAPITAL_T && isTimeMark(text, start, at, length)) break;
      at++;
      continue;
    }
    if (at + 1 >= length) break;
    const next = CHARACTER_CLASS[text.charCodeAt(at + 1)] as number;
    if (isApostrophe(unit) && next >= LOWER && next <= CASELESS) {
      // `O'Brien` is one word; `Anna's`, `don't`, `l'Anna` are two.
      let tail = at + 1;
      while (tail < length && CHARACTER_CLASS[text.charCodeAt(tail)]) tail++;
      if (tail - at - 1 <= (at - start === 1 ? 1 : 2)) break;
      if (isElision(text, start, at)) break;
      at = tail;
      continue;
    }
    if (unit === UNDERSCORE && next) {
      at++;
      continue;
    }
    break;
  }
  return at;
}

const CAPITAL_T = 84;

/** The T of `2024-01-05T10:00`, after two digits and before one: the date ends before it. */
function isTimeMark(text: string, start: number, at: number, length: number): boolean {
  return (
    at - start === 2 &&
    at + 1 < length &&
    CHARACTER_CLASS[text.charCodeAt(start)] === DIGIT &&
    CHARACTER_CLASS[text.charCodeAt(at - 1)] === DIGIT &&
    CHARACTER_CLASS[text.charCodeAt(at + 1)] === DIGIT
  );
}

/** `l'`, `d'`, `dell'` of French and Italian before the apostrophe: the name begins after it. `D'Angelo`, `O'Neill` stay whole. */
function isElision(text: string, start: number, end: number): boolean {
  const size = end - start;
  if (size > 5) return false;
  const first = text.charCodeAt(start) | 32;
  if (size === 1) {
    const lower = CHARACTER_CLASS[text.charCodeAt(start)] === LOWER;
    return lower && (first === 108 || first === 100 || first === 113 || first === 110 || first === 115 || first === 99);
  }
  const word = text.slice(start, end).toLowerCase();
  return ELISIONS.has(word);
}

const ELISIONS = new Set(['dell', 'all', 'dall', 'nell', 'sull', 'qu', 'jusqu', 'lorsqu', 'un', 'quest']);

const ABBREVIATIONS = new Set(
  (
    'mr mrs ms dr prof st no vs jr sr inc ltd co corp gen lt col sgt rev hon gov sen rep art dept fig al approx etc v ext ' +
    'tel ref p pp ave blvd rd dra drs ing avv dott sig geom rag arch ir hr mevr mej fr frl hd str nr abs bzw ca ggf usw z b ' +
    'm mme mlle me av bd pl jl bpk sdr yth tn ny kol kab kec cf ex n pag vol cap cpl capt maj fam geb gest pat pt cons attn ' +
    'cc dipl med mag sra srta exmo exma eng avda kp ds gg lr jln bât app ul apt apto dto geo wm chas thos edw jas jos robt ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec janv févr avr juil déc ene abr ago dic gen mag giu lug set ott okt dez ' +
    'agt des mrt i e f ste sta sto km of u kav brgy mz urb bldg rm fl sq ter cres bte esc pta izq dcha appt rte imp mnt'
  ).split(' '),
);
const TOKENS_PER_SENTENCE_MAX = 180;

/**
 * Sentence bounds as token indexes: sentence `k` is `[bounds[k], bounds[k + 1])`. A line break always ends a sentence, so do
 * `.`, `!`, `?` before a space and anything but a lower-case letter, unless an abbreviation or an initial stands before the
 * full stop. No sentence is longer than 180 tokens, which bounds the work per sentence.
 */
export function sentenceBounds(text: string, tokens: Tokens): number[] {
  const { starts, ends, gaps, count } = tokens;
  const bounds = [0];
  let begin = 0;
  for (let i = 1; i < count; i++) {
    let cut = gaps[i] === NEW_LINE || i - begin >= TOKENS_PER_SENTENCE_MAX;
    if (!cut && (gaps[i] === SPACED || gaps[i] === COLUMN)) {
      const last = text.charCodeAt(starts[i - 1] as number);
      if (last === 33 || last === 63 || last === 46) {
        cut = CHARACTER_CLASS[text.charCodeAt(starts[i] as number)] !== LOWER;
        if (cut && last === 46 && i - 2 >= begin) {
          const from = starts[i - 2] as number;
          const word = text.slice(from, ends[i - 2]);
          const isInitial = word.length === 1 && CHARACTER_CLASS[text.charCodeAt(from)] === UPPER;
          if (isInitial || (word.length < 7 && ABBREVIATIONS.has(word.toLowerCase()))) cut = false;
          // An ordinal before a month: `3. März`.
          else if (word.length <= 2 && /^\d+$/.test(word) && i - begin > 2) cut = false;
        }
      }
    }
    if (cut) {
      bounds.push(i);
      begin = i;
    }
  }
  if (count > 0) bounds.push(count);
  return bounds;
}
