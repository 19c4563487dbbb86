import { findVaultTokens } from '#lib/kernel';
import type { Change } from './change.js';
import { readEscape } from './escapes.js';
import { latinLookalike } from './homoglyphs.js';
import { type NormalizedText, NormalizedTextBuilder } from './normalized-text.js';

/**
 * What a name recognizer reads in the place of a vault token, so that it judges the words around it as it did before the
 * value was replaced. No finding may touch it.
 */
const STAND_IN: Readonly<Record<string, string>> = {
  PERSON: 'Maria Keller',
  ORGANIZATION: 'Keller Ltd',
  LOCATION: 'London',
  ADDRESS: '12 High Street, London',
  DATE: '3 March 2021',
  DATE_OF_BIRTH: '3 March 1981',
};
const STAND_IN_OTHER = '#';

/** Anything that is not printable ASCII without escapes, tabs and line ends. */
const NEEDS_WORK = /[^\t\n\r\x20-\x7e]|%[0-9A-Fa-f]{2}|&[#A-Za-z]|\\[nrtu"/]/;
const NEXT_WORK = /[^\t\n\r\x20-\x7e]|[%&\\]/g;

/**
 * The text as recognizers read it: NFKC; zero-width, bidi and soft-hyphen characters dropped; every space a space and every
 * hyphen a hyphen; typographic apostrophes straight; digits of all scripts ASCII; Cyrillic and Greek letters inside Latin
 * words Latin; percent-, HTML- and JSON-escapes read; vault tokens replaced by stand-ins. Linear.
 */
export function normalize(original: string): NormalizedText {
  const builder = new NormalizedTextBuilder(original);
  const tokens = original.includes('_') ? findVaultTokens(original) : [];
  if (tokens.length === 0 && !NEEDS_WORK.test(original)) {
    builder.copy(0, original.length);
    return builder.build();
  }
  const jsonEscapes = readsAsJsonString(original);
  let at = 0;
  for (const token of tokens) {
    normalizeRange(original, at, token.start, jsonEscapes, builder);
    builder.take(token.start, token.end, STAND_IN[token.type] ?? STAND_IN_OTHER);
    at = token.end;
  }
  normalizeRange(original, at, original.length, jsonEscapes, builder);
  return builder.build();
}

function normalizeRange(
  original: string,
  from: number,
  to: number,
  jsonEscapes: boolean,
  builder: NormalizedTextBuilder,
): void {
  let copied = from;
  let at = from;
  while (at < to) {
    NEXT_WORK.lastIndex = at;
    const match = NEXT_WORK.exec(original);
    if (!match || match.index >= to) break;
    at = match.index;
    const code = original.charCodeAt(at);
    // A mark on an ASCII letter: the pair is composed.
    if (at > copied && isMark(code) && original.charCodeAt(at - 1) < 128) at -= 1;
    const change = code < 128 ? readEscape(original, at, to, jsonEscapes) : readCharacter(original, at, to);
    if (!change) {
      at = match.index + 1;
      continue;
    }
    builder.copy(copied, at);
    builder.replace(at, change.end, change.text);
    at = change.end;
    copied = at;
  }
  builder.copy(copied, to);
}

/** `\n` in `"a\nb"` is an escape, in `C:\new` it is not: only text that holds escaped quotes or JSON is read as JSON. */
function readsAsJsonString(text: string): boolean {
  return text.includes('\\"') || /\\u[0-9a-fA-F]{4}/.test(text) || (/"\s*:/.test(text) && !/[A-Za-z]:\\/.test(text));
}

const SPACE = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/;
const HYPHEN = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/;
const APOSTROPHE = /[\u2018\u2019\u02bc\uff07]/;
/** Characters that carry no text (Default_Ignorable_Code_Point): soft hyphen, zero-width, bidi controls, joiners, BOM. */
const INVISIBLE = /\p{DI}/u;
const MARK = /\p{M}/u;

/** Null when the character stands as it is. */
function readCharacter(text: string, at: number, to: number): Change | null {
  const code = text.charCodeAt(at);
  const end = at + 1;
  if (code < 0x250) {
    if (code === 0xa0) return { end, text: ' ' };
    if (code === 0xad) return { end, text: '' };
    if (isPlainLatin(code) && !(end < to && isMark(text.charCodeAt(end)))) return null;
    return compose(text, at, to);
  }
  const character = text[at]!;
  if (SPACE.test(character)) return { end, text: ' ' };
  if (HYPHEN.test(character)) return { end, text: '-' };
  if (APOSTROPHE.test(character)) return { end, text: "'" };
  if (INVISIBLE.test(character)) return { end, text: '' };
  const latin = latinLookalike(text, at);
  if (latin) return { end, text: latin };
  if (code >= 0x3040 && code <= 0xd7ff) return null;
  return compose(text, at, to);
}

/** Latin-1 letters and Latin Extended-A, which NFKC leaves alone, but for a few ligatures. */
function isPlainLatin(code: number): boolean {
  return code >= 0xc0 && code < 0x132;
}

function isMark(code: number): boolean {
  return code >= 0x300 && MARK.test(String.fromCharCode(code));
}

const CLUSTER_MAX = 32;

/** NFKC of one character with its combining marks. */
function compose(text: string, at: number, to: number): Change | null {
  const point = text.codePointAt(at)!;
  let end = at + (point > 0xffff ? 2 : 1);
  const limit = Math.min(to, at + CLUSTER_MAX);
  while (end < limit && isMark(text.charCodeAt(end))) end += 1;
  const digit = asciiDigit(text.slice(at, end));
  if (digit) return { end, text: digit };
  const cluster = text.slice(at, end);
  const normal = cluster.normalize('NFKC');
  return normal === cluster ? null : { end, text: normal };
}

const DECIMAL = /^\p{Nd}$/u;

/** Decimal digits of any script come in runs of ten whose first has a value of zero (Unicode Standard, §4.6). */
function asciiDigit(character: string): string | null {
  if (!DECIMAL.test(character)) return null;
  let zero = character.codePointAt(0)!;
  let value = 0;
  while (value < 10 && DECIMAL.test(String.fromCodePoint(zero - 1))) {
    zero -= 1;
    value += 1;
  }
  return value < 10 ? String(value % 10) : null;
}
