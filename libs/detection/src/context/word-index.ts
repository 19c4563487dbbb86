import { foldWord, singular } from './context-words.js';

const WORD_MAX = 40;
const HASH_SEED = 0x811c9dc5;
const HASH_PRIME = 0x01000193;
/** In the place of a hash: the word has other letters than ASCII's. */
const NOT_ASCII = 0;
const OTHER = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const LETTER_OR_DIGIT = /[\p{L}\p{N}\p{M}]/u;
const LETTER_S = 's'.charCodeAt(0);

const CLASS = new Uint8Array(128);
for (let code = 48; code <= 57; code += 1) CLASS[code] = DIGIT;
for (let code = 65; code <= 90; code += 1) {
  CLASS[code] = UPPER;
  CLASS[code + 32] = LOWER;
}

function classOf(code: number): number {
  if (code < 128) return CLASS[code]!;
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba ? LOWER : OTHER;
  if (code < 0x24f) return code === 0xd7 || code === 0xf7 ? OTHER : LOWER;
  return LETTER_OR_DIGIT.test(String.fromCharCode(code)) ? LOWER : OTHER;
}

function hashOf(word: string): number {
  let hash = HASH_SEED;
  for (let index = 0; index < word.length; index += 1) hash = Math.imul(hash ^ word.charCodeAt(index), HASH_PRIME);
  return hash >>> 0 || 1;
}

/** A fixed set of lower-case words without accents, each with a number, made for fast look-up while a text is read. */
export class WordTable {
  readonly words: readonly string[];
  private readonly numbers = new Map<string, number>();
  private readonly slots: Int32Array;
  private readonly mask: number;

  constructor(words: Iterable<string>) {
    this.words = [...new Set(words)];
    let size = 64;
    while (size < this.words.length * 4) size *= 2;
    this.mask = size - 1;
    this.slots = new Int32Array(size).fill(-1);
    for (const [number, word] of this.words.entries()) {
      this.numbers.set(word, number);
      let slot = hashOf(word) & this.mask;
      while (this.slots[slot]! >= 0) slot = (slot + 1) & this.mask;
      this.slots[slot] = number;
    }
  }

  /** The number of the ASCII word `[start, end)` of a text whose folded hash is given; -1 for a word not in the table. */
  ascii(text: string, start: number, end: number, hash: number): number {
    for (let slot = hash & this.mask; ; slot = (slot + 1) & this.mask) {
      const number = this.slots[slot]!;
      if (number < 0) return -1;
      if (equalsFolded(this.words[number]!, text, start, end)) return number;
    }
  }

  /** The number of a folded word, or of its singular. */
  folded(word: string): number {
    return this.numbers.get(word) ?? this.numbers.get(singular(word)) ?? -1;
  }
}

function equalsFolded(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let index = 0; index < word.length; index += 1) {
    const code = text.charCodeAt(start + index);
    if (word.charCodeAt(index) !== (CLASS[code] === UPPER ? code | 32 : code)) return false;
  }
  return true;
}

/** Where a word of the table stands: the how manieth word of the text, and its number in the table. */
export interface KnownWord {
  readonly index: number;
  readonly number: number;
}

/**
 * The words of a text, read once: where each starts and ends, and which of them a table knows. `dateOfBirth` and
 * `date_of_birth` are three words.
 */
export class WordIndex {
  readonly known: KnownWord[] = [];
  private starts = new Uint32Array(64);
  private ends = new Uint32Array(64);
  /** Hashes of the words in lower case. */
  private hashes = new Uint32Array(64);
  count = 0;

  constructor(
    readonly text: string,
    private readonly table: WordTable,
  ) {
    const { length } = text;
    let at = 0;
    while (at < length) {
      if (classOf(text.charCodeAt(at)) === OTHER) at += 1;
      else at = this.readWord(at, length);
    }
  }

  start(index: number): number {
    return this.starts[index]!;
  }

  end(index: number): number {
    return this.ends[index]!;
  }

  /** The folded text of a word. */
  word(index: number): string {
    return foldWord(this.text.slice(this.starts[index]!, this.ends[index]!));
  }

  /** The index of the first word that starts at or after a place. */
  firstFrom(place: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.starts[middle]! < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The place in `known` of the first known word with at least this index. */
  firstKnownFrom(index: number): number {
    let low = 0;
    let high = this.known.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.known[middle]!.index < index) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Where words of another table stand; the text is not read again. */
  knownOf(table: WordTable): KnownWord[] {
    const known: KnownWord[] = [];
    for (let index = 0; index < this.count; index += 1) {
      const number = this.numberIn(table, index);
      if (number >= 0) known.push({ index, number });
    }
    return known;
  }

  private readWord(from: number, length: number): number {
    const { text } = this;
    let at = from;
    let hash = HASH_SEED;
    let ascii = true;
    let previous = OTHER;
    while (at < length) {
      const code = text.charCodeAt(at);
      const kind = classOf(code);
      if (kind === OTHER || (kind === UPPER && previous === LOWER)) break;
      hash = Math.imul(hash ^ (kind === UPPER && code < 128 ? code | 32 : code), HASH_PRIME);
      if (code > 127) ascii = false;
      previous = kind;
      at += 1;
    }
    const index = this.push(from, at, ascii ? hash >>> 0 || 1 : NOT_ASCII);
    const number = this.numberIn(this.table, index);
    if (number >= 0) this.known.push({ index, number });
    return at;
  }

  /** The number of a word, or of its singular, in a table; -1 when it is not there. */
  private numberIn(table: WordTable, index: number): number {
    const start = this.starts[index]!;
    const end = this.ends[index]!;
    if (end - start > WORD_MAX) return -1;
    const hash = this.hashes[index]!;
    if (hash === NOT_ASCII) return table.folded(this.word(index));
    const number = table.ascii(this.text, start, end, hash);
    if (number >= 0 || end - start < 4 || (this.text.charCodeAt(end - 1) | 32) !== LETTER_S) return number;
    return table.ascii(this.text, start, end - 1, foldedHash(this.text, start, end - 1));
  }

  private push(start: number, end: number, hash: number): number {
    if (this.count === this.starts.length) {
      this.starts = doubled(this.starts);
      this.ends = doubled(this.ends);
      this.hashes = doubled(this.hashes);
    }
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.hashes[this.count] = hash;
    this.count += 1;
    return this.count - 1;
  }
}

function doubled(from: Uint32Array): Uint32Array<ArrayBuffer> {
  const to = new Uint32Array(from.length * 2);
  to.set(from);
  return to;
}

/** The hash of an ASCII stretch as `hashOf` gives it for the stretch in lower case. */
function foldedHash(text: string, start: number, end: number): number {
  let hash = HASH_SEED;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    hash = Math.imul(hash ^ (CLASS[code] === UPPER ? code | 32 : code), HASH_PRIME);
  }
  return hash >>> 0 || 1;
}
