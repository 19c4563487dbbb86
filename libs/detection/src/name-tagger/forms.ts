import { CASELESS, CHARACTER_CLASS, DIGIT, LOWER, UPPER } from './characters.js';
import { hashText, mixed } from './hash.js';
import { GIVEN, ORDINARY, PLACE, SURNAME } from './lexicon.js';

/** Bound once: inside a `vm` context, where tests run, looking up the global costs more than the call. */
const { imul } = Math;

/** How a token is cased. */
export const CASE_LOWER = 0;
export const CASE_CAPITALISED = 1;
export const CASE_UPPER = 2;
export const CASE_INITIAL = 3;
export const CASE_MIXED = 4;
export const CASE_DIGITS = 5;
export const CASE_SYMBOL = 6;
export const CASE_NONE = 7;

const NAME_WITH_INNER_CAPITAL = /^(?:Mc|Mac|O['’]|D['’]|De|Di|Du|La|Le|Fitz|Van|Al|El)\p{Lu}\p{Ll}+$/u;

/**
 * What depends on a token's spelling alone, computed once per distinct spelling of a text and found again by hash. Keeps
 * hashes and classes, never the spelling, so nothing of a text can be read from it after the text is gone. Bounded: emptied
 * when it outgrows its bound between two texts.
 */
export class FormTable {
  count = 0;
  lower = new Int32Array(4096);
  shape = new Int32Array(4096);
  mask = new Int32Array(4096);
  cased = new Uint8Array(4096);
  /** Six hashes a form: prefixes of 2, 3, 4, suffixes of 2, 3, 4 characters; 0 when the word is too short. */
  affixes = new Int32Array(4096 * 6);
  private first = new Int32Array(4096);
  private second = new Int32Array(4096);
  private index = new Int32Array(16384).fill(-1);

  constructor(
    private readonly lexicon: { get(hash: number): number },
    private readonly countMax = 60_000,
  ) {}

  /** To be called between texts, never within one: ids become invalid. True when the table was emptied. */
  trim(): boolean {
    if (this.count <= this.countMax) return false;
    this.count = 0;
    this.index.fill(-1);
    return true;
  }

  /** The id of the form of `text.slice(start, end)`. */
  idOf(text: string, start: number, end: number): number {
    let a = 0x811c9dc5;
    let b = 0x1b873593;
    let digits = 0;
    for (let i = start; i < end; i++) {
      let unit = text.charCodeAt(i);
      if (CHARACTER_CLASS[unit] === DIGIT) {
        digits++;
        unit = 48;
      }
      a = imul(a ^ unit, 0x01000193);
      b = imul(b ^ unit, 0x5bd1e995);
      b ^= b >>> 13;
    }
    const numberClass = digits === end - start ? classOfNumber(text, start, end) : 0;
    a = mixed(a ^ numberClass);
    const slots = this.index.length - 1;
    let slot = a & slots;
    for (;;) {
      const id = this.index[slot] as number;
      if (id < 0) break;
      if (this.first[id] === a && this.second[id] === b) return id;
      slot = (slot + 1) & slots;
    }
    const id = this.add(text.slice(start, end), digits > 0, numberClass);
    this.first[id] = a;
    this.second[id] = b;
    if (this.count * 2 > this.index.length) this.rehash();
    else this.index[slot] = id;
    return id;
  }

  private add(word: string, hasDigit: boolean, numberClass: number): number {
    if (this.count === this.lower.length) this.grow();
    const id = this.count++;
    let lower = word.toLowerCase();
    if (hasDigit) lower = lower.replace(/\p{Nd}/gu, '0');
    lower = lower.replace('’', "'");
    const isWord = CHARACTER_CLASS[word.charCodeAt(0)] !== 0;
    this.lower[id] = hashText(lower) ^ (numberClass << 24);
    this.shape[id] = shapeOf(word) ^ (numberClass << 20);
    this.mask[id] = isWord && !hasDigit ? this.lexicon.get(hashText(lower)) : 0;
    this.cased[id] = caseOf(word, hasDigit, isWord);
    if (this.cased[id] === CASE_MIXED) this.mask[id] = this.maskOfJoined(word);
    const size = lower.length;
    const base = id * 6;
    for (let n = 2; n <= 4; n++) {
      const long = isWord && size > n;
      this.affixes[base + n - 2] = long ? hashText(lower.slice(0, n)) : 0;
      this.affixes[base + n + 1] = long ? hashText(lower.slice(-n)) : 0;
    }
    return id;
  }

  /** `SelenaGomez`, as hashtags have it: what lists say of the first part as given name, of the last as surname. */
  private maskOfJoined(word: string): number {
    const parts = /^(\p{Lu}\p{Ll}+)(?:\p{Lu}\p{Ll}*)?(\p{Lu}\p{Ll}+)$/u.exec(word);
    if (!parts) return 0;
    const mask = (part: string) => this.lexicon.get(hashText(part.toLowerCase()));
    return (mask(parts[1] as string) & (GIVEN | ORDINARY)) | (mask(parts[2] as string) & (SURNAME | PLACE | ORDINARY));
  }

  private grow(): void {
    const size = this.lower.length * 2;
    this.lower = resized(this.lower, new Int32Array(size));
    this.shape = resized(this.shape, new Int32Array(size));
    this.mask = resized(this.mask, new Int32Array(size));
    this.first = resized(this.first, new Int32Array(size));
    this.second = resized(this.second, new Int32Array(size));
    this.affixes = resized(this.affixes, new Int32Array(size * 6));
    const cased = new Uint8Array(size);
    cased.set(this.cased);
    this.cased = cased;
  }

  private rehash(): void {
    this.index = new Int32Array(this.index.length * 2).fill(-1);
    const slots = this.index.length - 1;
    for (let id = 0; id < this.count; id++) {
      let slot = (this.first[id] as number) & slots;
      while ((this.index[slot] as number) >= 0) slot = (slot + 1) & slots;
      this.index[slot] = id;
    }
  }
}

function resized(from: Int32Array, to: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  to.set(from);
  return to;
}

/** Tells days, months and years from other numbers: what a date is made of. */
function classOfNumber(text: string, start: number, end: number): number {
  if (end - start > 4) return 1;
  let value = 0;
  for (let i = start; i < end; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return 1;
    value = value * 10 + digit;
  }
  if (end - start <= 2) return value === 0 ? 2 : value <= 12 ? 3 : value <= 31 ? 4 : 5;
  return end - start === 4 && value >= 1900 && value < 2100 ? 6 : 7;
}

/** Runs of equal classes, at most seven: `Anna` and `Bo` differ from `B` and from `BO`. */
function shapeOf(word: string): number {
  let h = 7;
  let previous = -1;
  let runs = 0;
  for (let i = 0; i < word.length && runs <= 6; i++) {
    const unit = word.charCodeAt(i);
    const kind = CHARACTER_CLASS[unit] || (unit === 39 || unit === 0x2019 ? 5 : 6);
    if (kind === previous) continue;
    h = (imul(h, 31) + kind) | 0;
    previous = kind;
    runs++;
  }
  if (word.length <= 2) h = (imul(h, 31) + 10 + word.length) | 0;
  if (!CHARACTER_CLASS[word.charCodeAt(0)]) h = (imul(h, 31) + word.charCodeAt(0)) | 0;
  return mixed(h);
}

function caseOf(word: string, hasDigit: boolean, isWord: boolean): number {
  if (!isWord) return CASE_SYMBOL;
  if (hasDigit) return CASE_DIGITS;
  let lowers = 0;
  let uppers = 0;
  let caseless = 0;
  for (let i = 0; i < word.length; i++) {
    const kind = CHARACTER_CLASS[word.charCodeAt(i)];
    if (kind === LOWER) lowers++;
    else if (kind === UPPER) uppers++;
    else if (kind === CASELESS) caseless++;
  }
  if (uppers === 0) return lowers === 0 && caseless > 0 ? CASE_NONE : CASE_LOWER;
  if (lowers === 0) return word.length === 1 ? CASE_INITIAL : CASE_UPPER;
  if (uppers === 1 && CHARACTER_CLASS[word.charCodeAt(0)] === UPPER) return CASE_CAPITALISED;
  return NAME_WITH_INNER_CAPITAL.test(word) ? CASE_CAPITALISED : CASE_MIXED;
}
