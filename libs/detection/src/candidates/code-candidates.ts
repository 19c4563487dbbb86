import { shapeOf } from './regex-shape.js';

const GROUPS_MAX = 8;
const SYMBOLS_MIN = 4;
const SYMBOLS_MAX = 40;
const LETTERS_ALONE_MAX = 5;

const BREAK = 0;
const DIGIT = 1;
const LETTER = 2;
const SEPARATOR = 3;
const WORD = 4;

const CLASS = new Uint8Array(128);
for (let code = 48; code <= 57; code += 1) CLASS[code] = DIGIT;
for (let code = 65; code <= 90; code += 1) CLASS[code] = CLASS[code + 32] = LETTER;
for (const separator of ' -./+()') CLASS[separator.charCodeAt(0)] = SEPARATOR;
CLASS['_'.charCodeAt(0)] = WORD;

/**
 * Latin, Greek and Cyrillic letters continue a word; scripts written without spaces (from Thai upward) do not, since a number
 * may stand right beside them.
 */
function classOf(code: number): number {
  if (code < 128) return CLASS[code]!;
  return code >= 0xc0 && code < 0x530 ? WORD : BREAK;
}

/** One group of a chain: a maximal run of ASCII letters and digits. */
interface Group {
  start: number;
  end: number;
  digits: number;
}

/**
 * Calls `visit` for every candidate of a text. Linear: each group starts at most eight candidates, and a candidate has at
 * most forty letters and digits. A candidate is never part of a longer number or word: nothing alphanumeric touches it, and
 * no further digits hang on it by a hyphen, dot, plus or (where it holds a slash itself) slash.
 */
export function eachCodeCandidate(text: string, visit: (start: number, end: number, shape: string) => void): void {
  const length = text.length;
  let at = 0;
  while (at < length) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) {
      at += 1;
      continue;
    }
    at = readChain(text, at, visit);
  }
}

function readChain(text: string, digitAt: number, visit: (start: number, end: number, shape: string) => void): number {
  const length = text.length;
  const groups: Group[] = [];
  let at = chainStart(text, digitAt);
  for (;;) {
    const start = at;
    let digits = 0;
    let kind = at < length ? classOf(text.charCodeAt(at)) : BREAK;
    while (kind === DIGIT || kind === LETTER) {
      if (kind === DIGIT) digits += 1;
      at += 1;
      kind = at < length ? classOf(text.charCodeAt(at)) : BREAK;
    }
    if (kind === WORD || classBefore(text, start) === WORD) {
      while (at < length && isWordPart(text.charCodeAt(at))) at += 1;
      break;
    }
    if (at === start || (digits === 0 && !isShortCode(text, start, at))) break;
    groups.push({ start, end: at, digits });
    if (kind !== SEPARATOR || at + 1 >= length) break;
    const next = classOf(text.charCodeAt(at + 1));
    if (next !== DIGIT && next !== LETTER) break;
    at += 1;
  }
  visitWindows(text, groups, visit);
  return Math.max(at, digitAt + 1);
}

function isWordPart(code: number): boolean {
  const kind = classOf(code);
  return kind === DIGIT || kind === LETTER || kind === WORD;
}

function classBefore(text: string, at: number): number {
  return at > 0 ? classOf(text.charCodeAt(at - 1)) : BREAK;
}

/** Goes back to the start of the digit's group, and over at most two short letter groups before it (`CHE-123`, `AB C 12`). */
function chainStart(text: string, digitAt: number): number {
  let start = digitAt;
  while (classBefore(text, start) === LETTER) start -= 1;
  for (let back = 0; back < 2; back += 1) {
    if (classBefore(text, start) !== SEPARATOR) break;
    let from = start - 1;
    while (start - 1 - from <= LETTERS_ALONE_MAX && classBefore(text, from) === LETTER) from -= 1;
    if (from === start - 1 || classBefore(text, from) === DIGIT || !isShortCode(text, from, start - 1)) break;
    if (classBefore(text, from) === LETTER || classBefore(text, from) === WORD) break;
    start = from;
  }
  return start;
}

/** A group without digits belongs to a code when it is short and in capitals, or a single letter. */
function isShortCode(text: string, start: number, end: number): boolean {
  if (end - start > LETTERS_ALONE_MAX) return false;
  if (end - start === 1) return true;
  for (let index = start; index < end; index += 1) if (text.charCodeAt(index) > 90) return false;
  return true;
}

function visitWindows(
  text: string,
  groups: readonly Group[],
  visit: (start: number, end: number, shape: string) => void,
): void {
  const from = groups[0]?.start ?? 0;
  const shapes = groups.length > 0 ? shapeOf(text.slice(from, groups.at(-1)!.end)) : '';
  for (let first = 0; first < groups.length; first += 1) {
    const opening = groups[first]!;
    const before = first > 0 ? text[opening.start - 1] : undefined;
    const digitsBefore = first > 0 && groups[first - 1]!.digits > 0;
    if (digitsBefore && (before === '-' || before === '.' || before === '+')) continue;
    const slashBefore = digitsBefore && before === '/';
    const last = Math.min(groups.length, first + GROUPS_MAX);
    let symbols = 0;
    let digits = 0;
    let slash = slashBefore;
    for (let index = first; index < last; index += 1) {
      const group = groups[index]!;
      symbols += group.end - group.start;
      if (symbols > SYMBOLS_MAX) break;
      digits += group.digits;
      if (index > first && text[group.start - 1] === '/') {
        if (slashBefore) break;
        slash = true;
      }
      if (digits === 0 || symbols < SYMBOLS_MIN) continue;
      const closes = text[group.end] === ')' && text.slice(opening.start, group.end).includes('(');
      if (!closes && index + 1 < groups.length && groups[index + 1]!.digits > 0) {
        const separator = text[group.end];
        if (separator === '-' || separator === '.' || separator === '+' || (separator === '/' && slash)) continue;
      }
      const shape = shapes.slice(opening.start - from, group.end - from);
      if (closes) visit(opening.start, group.end + 1, `${shape})`);
      else visit(opening.start, group.end, shape);
    }
  }
}
