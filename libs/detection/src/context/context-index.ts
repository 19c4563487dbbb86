import type { Recognizer } from '../recognizer.js';
import { contextWords, singular } from './context-words.js';
import { WordIndex, WordTable } from './word-index.js';

/** A context word near a candidate. */
export interface ContextHit {
  readonly phrase: string;
  /** Words between it and the candidate, plus one; 0 for the label of a field. */
  readonly distance: number;
  /** It stands after the candidate. */
  readonly after: boolean;
}

export type ContextHits = ReadonlyMap<Recognizer, ContextHit>;

interface Phrase {
  readonly text: string;
  readonly words: readonly string[];
  readonly recognizers: Recognizer[];
  /** So short that its accents matter: `rč` is a birth number's label, `rc` a release candidate. */
  readonly accented: boolean;
}

/** Phrases up to this length are compared with their accents. */
const ACCENTED_MAX = 3;

/** Scripts written without spaces, and Korean, whose particles cling to the word: searched as substrings. */
const UNSPACED = /[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** The context words of all recognizers, and further words whose places in a text somebody wants to know. */
export class ContextIndex {
  readonly table: WordTable;
  readonly unspaced: Phrase[] = [];
  private readonly byFirstWord = new Map<string, Phrase[]>();
  private readonly byNumber: (readonly Phrase[] | undefined)[];

  constructor(recognizers: readonly Recognizer[], furtherWords: readonly string[] = []) {
    const phrases = new Map<string, Phrase>();
    for (const recognizer of recognizers) {
      for (const text of Object.values(recognizer.context).flat()) {
        const known = phrases.get(text);
        if (known) {
          if (!known.recognizers.includes(recognizer)) known.recognizers.push(recognizer);
          continue;
        }
        const words = contextWords(text);
        const accented = text.length <= ACCENTED_MAX && words[0] !== text.toLowerCase() && !UNSPACED.test(text);
        const phrase = { text, words, recognizers: [recognizer], accented };
        phrases.set(text, phrase);
        if (UNSPACED.test(text)) this.unspaced.push(phrase);
        else if (phrase.words.length > 0) this.put(phrase);
      }
    }
    this.table = new WordTable([...this.byFirstWord.keys(), ...furtherWords]);
    this.byNumber = this.table.words.map((word) => this.byFirstWord.get(word));
  }

  private put(phrase: Phrase): void {
    const list = this.byFirstWord.get(phrase.words[0]!);
    if (list) list.push(phrase);
    else this.byFirstWord.set(phrase.words[0]!, [phrase]);
  }

  /** The phrases that begin with a word of the table. */
  phrasesOf(number: number): readonly Phrase[] {
    return this.byNumber[number] ?? [];
  }

  /** The phrases in a label. */
  phrasesIn(label: string): Phrase[] {
    const words = contextWords(label);
    return words.flatMap((word, index) => {
      const phrases = this.byFirstWord.get(word) ?? this.byFirstWord.get(singular(word)) ?? [];
      return phrases.filter((phrase) => fits(phrase.words, (step) => words[index + step]));
    });
  }
}

function fits(phrase: readonly string[], wordAt: (step: number) => string | undefined): boolean {
  for (let step = 1; step < phrase.length; step += 1) {
    const word = wordAt(step);
    if (word === undefined || (word !== phrase[step] && singular(word) !== phrase[step])) return false;
  }
  return true;
}

const BEFORE_MAX = 100;
const AFTER_MAX = 40;
const WORDS_BEFORE_MAX = 10;
const WORDS_AFTER_MAX = 3;
/** A word after the candidate counts as this much farther away than one before it. */
const AFTER_PENALTY = 2;
/** So does one on the line above. */
const LINE_PENALTY = 3;
const UNSPACED_NEAR = 6;
const UNSPACED_REACH = 40;
const NO_CONTEXT: ContextHits = new Map();

/** Finds context around places of one text. */
export class ContextReader {
  readonly words: WordIndex;
  private readonly hasUnspaced: boolean;
  private beforeStart = -1;
  private beforeLabel: string | undefined;
  private beforeHits: ContextHits = NO_CONTEXT;

  constructor(
    private readonly text: string,
    private readonly index: ContextIndex,
  ) {
    this.words = new WordIndex(text, index.table);
    this.hasUnspaced = UNSPACED.test(text);
  }

  /**
   * The nearest context word of each recognizer: at most ten words (100 characters) before the candidate, on its line or the
   * line above, or three words after it on its line; or in its label.
   */
  near(start: number, end: number, label: string | undefined): ContextHits {
    if (start !== this.beforeStart || label !== this.beforeLabel) {
      this.beforeHits = this.readBefore(start, label);
      this.beforeStart = start;
      this.beforeLabel = label;
    }
    const { known } = this.words;
    const after = this.words.firstFrom(end);
    let hits: Map<Recognizer, ContextHit> | null = null;
    for (let at = this.words.firstKnownFrom(after); at < known.length; at += 1) {
      const { index, number } = known[at]!;
      const place = this.words.start(index);
      if (index >= after + WORDS_AFTER_MAX || place - end > AFTER_MAX || this.lineBreaks(end, place) > 0) break;
      for (const phrase of this.index.phrasesOf(number)) {
        if (!this.fitsAt(phrase, index)) continue;
        hits ??= new Map(this.beforeHits);
        note(hits, phrase, index - after + 1 + AFTER_PENALTY, true);
      }
    }
    return hits ?? this.beforeHits;
  }

  private readBefore(start: number, label: string | undefined): ContextHits {
    const { known } = this.words;
    const next = this.words.firstFrom(start);
    const first = this.words.firstKnownFrom(next - WORDS_BEFORE_MAX);
    const nothing = known[first] === undefined || known[first]!.index >= next;
    if (nothing && !label && !this.hasUnspaced) return NO_CONTEXT;
    const hits = new Map<Recognizer, ContextHit>();
    for (let at = first; at < known.length && known[at]!.index < next; at += 1) {
      this.before(known[at]!.index, known[at]!.number, next, start, hits);
    }
    if (label) for (const phrase of this.index.phrasesIn(label)) note(hits, phrase, 0);
    if (this.hasUnspaced || label) this.unspaced(start, label, hits);
    return hits;
  }

  /** The words before a place on its line, nearest last, at most `count`. */
  wordsBefore(start: number, count: number): readonly string[] {
    const next = this.words.firstFrom(start);
    const before: string[] = [];
    for (let index = Math.max(0, next - count); index < next; index += 1) {
      const end = this.words.end(index);
      if (start - end < AFTER_MAX && this.lineBreaks(end, start) === 0) before.push(this.words.word(index));
    }
    return before;
  }

  private before(index: number, number: number, next: number, start: number, hits: Map<Recognizer, ContextHit>): void {
    for (const phrase of this.index.phrasesOf(number)) {
      const last = index + phrase.words.length - 1;
      if (last >= next || !this.fitsAt(phrase, index)) continue;
      const end = this.words.end(last);
      const lines = start - end > BEFORE_MAX ? 2 : this.lineBreaks(end, start);
      if (lines < 2) note(hits, phrase, next - last + lines * LINE_PENALTY);
    }
  }

  private fitsAt(phrase: Phrase, index: number): boolean {
    if (phrase.accented) {
      return this.text.slice(this.words.start(index), this.words.end(index)).toLowerCase() === phrase.text;
    }
    return fits(phrase.words, (step) => (index + step < this.words.count ? this.words.word(index + step) : undefined));
  }

  private lineBreaks(from: number, to: number): number {
    let breaks = 0;
    for (let at = from; at < to; at += 1) if (this.text.charCodeAt(at) === 10) breaks += 1;
    return breaks;
  }

  private unspaced(start: number, label: string | undefined, hits: Map<Recognizer, ContextHit>): void {
    const before = this.text.slice(Math.max(0, start - UNSPACED_REACH), start);
    if (!UNSPACED.test(before) && !(label && UNSPACED.test(label))) return;
    for (const phrase of this.index.unspaced) {
      const at = before.lastIndexOf(phrase.text);
      if (label?.includes(phrase.text)) note(hits, phrase, 0);
      else if (at >= 0) note(hits, phrase, before.length - at - phrase.text.length <= UNSPACED_NEAR ? 1 : 5);
    }
  }
}

function note(hits: Map<Recognizer, ContextHit>, phrase: Phrase, distance: number, after = false): void {
  for (const recognizer of phrase.recognizers) {
    const known = hits.get(recognizer);
    if (!known || distance < known.distance) hits.set(recognizer, { phrase: phrase.text, distance, after });
  }
}
