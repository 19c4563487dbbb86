import { chained } from './hash.js';

/** Bound once: inside a `vm` context, where tests run, looking up the global costs more than the call. */
const { imul } = Math;

/** What lists say about a word, whatever its case. Bits of one 32-bit mask. */
export const GIVEN_COMMON = 1 << 0;
export const GIVEN_RARE = 1 << 1;
export const SURNAME_COMMON = 1 << 2;
export const SURNAME_RARE = 1 << 3;
export const CITY_LARGE = 1 << 4;
export const CITY_SMALL = 1 << 5;
export const COUNTRY = 1 << 6;
/** Seen in lower case in running text: an ordinary word. */
export const ORDINARY = 1 << 7;
/** Hospital, Sparkasse, Tribunal, University… */
export const ORGANIZATION_HEAD = 1 << 8;
/** Ltd, GmbH, S.A., Tbk… */
export const LEGAL_FORM = 1 << 9;
/** Mr, Frau, Pak, Prof, Captain… */
export const HONORIFIC = 1 << 10;
/** Aunt, Oma, tante… */
export const KIN = 1 << 11;
export const MONTH = 1 << 12;
export const WEEKDAY = 1 << 13;
/** French, Dutch, Muslim… */
export const DEMONYM = 1 << 14;
/** Software, medical, vehicle and food names that look like persons. */
export const TERM = 1 << 15;
export const COMPANY = 1 << 16;
/** Street, straat, rue, Jalan… */
export const STREET = 1 << 17;
/** van, de, von, bin… between given name and surname. */
export const PARTICLE = 1 << 18;
/** Nurse, Anwalt, maire… */
export const ROLE = 1 << 19;
/** name, Patient, Naam, from… before a value. */
export const LABEL = 1 << 20;
/** Given to tokens, never to words: first and further word of a place phrase. */
export const PHRASE_FIRST = 1 << 21;
export const PHRASE_NEXT = 1 << 22;
/** in, at, nach, à, di… before a place. */
export const PLACE_PREPOSITION = 1 << 23;
/** River, Mount, Bahnhof, Plaza… */
export const PLACE_HEAD = 1 << 24;
/** third, vingt, dua, zweitausend… */
export const NUMBER_WORD = 1 << 25;

export const NAME_BITS =
  GIVEN_COMMON | GIVEN_RARE | SURNAME_COMMON | SURNAME_RARE | CITY_LARGE | CITY_SMALL | COUNTRY | ORDINARY;
export const GIVEN = GIVEN_COMMON | GIVEN_RARE;
export const SURNAME = SURNAME_COMMON | SURNAME_RARE;
export const PLACE = CITY_LARGE | CITY_SMALL | COUNTRY;

/** Sorted (hash, mask) pairs, as the weights file stores them. */
export interface LexiconEntries {
  readonly hashes: Int32Array;
  readonly masks: Int32Array;
}

/** Open-addressing map from a 32-bit hash to a mask; absent is 0. Holds hashes only: the words can't be read back. */
export class Lexicon {
  private readonly keys: Int32Array;
  private readonly values: Int32Array;
  private readonly slots: number;

  constructor(entries: LexiconEntries) {
    let size = 16;
    while (size * 0.6 < entries.hashes.length) size *= 2;
    this.slots = size - 1;
    this.keys = new Int32Array(size);
    this.values = new Int32Array(size);
    for (let i = 0; i < entries.hashes.length; i++) {
      const key = entries.hashes[i] as number;
      let slot = spread(key) & this.slots;
      while (this.values[slot] !== 0) slot = (slot + 1) & this.slots;
      this.keys[slot] = key;
      this.values[slot] = entries.masks[i] as number;
    }
  }

  get(hash: number): number {
    let slot = spread(hash) & this.slots;
    for (;;) {
      const value = this.values[slot] as number;
      if (value === 0 || this.keys[slot] === hash) return value;
      slot = (slot + 1) & this.slots;
    }
  }
}

function spread(hash: number): number {
  return imul(hash, 0x9e3779b1) >>> 8;
}

/** A step on the way of a phrase that is none itself. */
export const PHRASE_PREFIX = 1 << 30;
const PHRASE_WORDS_MAX = 5;

/**
 * Marks the words of place phrases (`New York`, `Proença-a-Nova`) in `masks`: chains of word hashes, hyphens skipped.
 * `words[i]` is the lower-case hash of token i, `isWord[i]` 0 for a hyphen and other punctuation.
 */
export function markPhrases(phrases: Lexicon, words: Int32Array, isWord: Uint8Array, masks: Int32Array): void {
  const count = words.length;
  for (let i = 0; i < count; i++) {
    if (!isWord[i]) continue;
    let chain = words[i] as number;
    if (phrases.get(chain) === 0) continue;
    let last = -1;
    let bits = 0;
    for (let j = i + 1, size = 1; j < count && size < PHRASE_WORDS_MAX; j++) {
      if (!isWord[j]) {
        if (j > i + 1 + 2 * size) break;
        if (isWord[j - 1]) continue;
        break;
      }
      chain = chained(chain, words[j] as number);
      const found = phrases.get(chain);
      if (found === 0) break;
      size++;
      if (found !== PHRASE_PREFIX) {
        last = j;
        bits = found & ~PHRASE_PREFIX;
      }
    }
    for (let j = i; j <= last; j++) masks[j] = (masks[j] as number) | bits | (j === i ? PHRASE_FIRST : PHRASE_NEXT);
    if (last > i) i = last;
  }
}
