import type { Recognizer } from '../recognizer.js';

/** A context word near a candidate. */
export interface ContextHit {
  readonly phrase: string;
  /** Words between it and the candidate, plus one; 0 for the label itself. */
  readonly distance: number;
}

export type ContextHits = ReadonlyMap<Recognizer, ContextHit>;

interface Phrase {
  readonly text: string;
  readonly words: readonly string[];
  readonly recognizers: Recognizer[];
}

const BEFORE_MAX = 100;
const AFTER_MAX = 40;
const WORDS_BEFORE_MAX = 10;
const WORDS_AFTER_MAX = 3;
/** A word after the candidate counts as this much farther away. */
const AFTER_PENALTY = 2;

/** Scripts written without spaces, and Korean, whose particles cling to the word: searched as substrings. */
const UNSPACED = /[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
const WORD = /[\p{L}\p{N}]+/gu;
const CAMEL = /(?<=[a-z])(?=[A-Z])/;
const ACCENTS = /\p{M}+/gu;

/** Lower-case words without accents; `dateOfBirth` and `date_of_birth` give `date`, `of`, `birth`. */
export function contextWords(text: string): string[] {
  const words: string[] = [];
  for (const match of text.matchAll(WORD)) {
    for (const part of CAMEL.test(match[0]) ? match[0].split(CAMEL) : [match[0]]) words.push(fold(part));
  }
  return words;
}

function fold(word: string): string {
  const lower = word.toLowerCase();
  for (let index = 0; index < lower.length; index += 1) {
    if (lower.charCodeAt(index) > 127) return lower.normalize('NFD').replace(ACCENTS, '').normalize('NFC');
  }
  return lower;
}

/** Knows the context words of all recognizers and finds them around a place as whole words. */
export class ContextIndex {
  private readonly byFirstWord = new Map<string, Phrase[]>();
  private readonly unspaced: Phrase[] = [];

  constructor(recognizers: readonly Recognizer[]) {
    const phrases = new Map<string, Phrase>();
    for (const recognizer of recognizers) {
      for (const text of Object.values(recognizer.context).flat()) {
        const known = phrases.get(text);
        if (known) {
          if (!known.recognizers.includes(recognizer)) known.recognizers.push(recognizer);
          continue;
        }
        const phrase = { text, words: contextWords(text), recognizers: [recognizer] };
        phrases.set(text, phrase);
        if (UNSPACED.test(text)) this.unspaced.push(phrase);
        else if (phrase.words.length > 0) this.put(phrase);
      }
    }
  }

  private put(phrase: Phrase): void {
    const list = this.byFirstWord.get(phrase.words[0]!);
    if (list) list.push(phrase);
    else this.byFirstWord.set(phrase.words[0]!, [phrase]);
  }

  /**
   * The nearest context word of each recognizer: at most ten words (100 characters) before the candidate, on its line or the
   * line above, or three words after it on its line; or in its label.
   */
  near(text: string, start: number, end: number, label: string | undefined): ContextHits {
    const hits = new Map<Recognizer, ContextHit>();
    const before = lastTwoLines(text.slice(Math.max(0, start - BEFORE_MAX), start));
    const after = text.slice(end, end + AFTER_MAX).split('\n', 1)[0]!;
    const wordsBefore = contextWords(before).slice(-WORDS_BEFORE_MAX);
    this.match(wordsBefore, (index, length) => wordsBefore.length - index - length + 1, hits);
    this.match(contextWords(after).slice(0, WORDS_AFTER_MAX), (index) => index + 1 + AFTER_PENALTY, hits);
    if (label) this.match(contextWords(label), () => 0, hits);
    for (const phrase of this.unspaced) {
      const at = before.lastIndexOf(phrase.text);
      if (at >= 0) note(hits, phrase, before.length - at - phrase.text.length <= 6 ? 1 : 5);
      else if (label?.includes(phrase.text)) note(hits, phrase, 0);
    }
    return hits;
  }

  private match(
    words: readonly string[],
    distance: (index: number, length: number) => number,
    hits: Map<Recognizer, ContextHit>,
  ): void {
    for (let index = 0; index < words.length; index += 1) {
      const word = words[index]!;
      const phrases = this.byFirstWord.get(word) ?? this.byFirstWord.get(singular(word));
      if (!phrases) continue;
      for (const phrase of phrases) {
        const length = phrase.words.length;
        if (fits(phrase.words, words, index)) note(hits, phrase, distance(index, length));
      }
    }
  }
}

function note(hits: Map<Recognizer, ContextHit>, phrase: Phrase, distance: number): void {
  for (const recognizer of phrase.recognizers) {
    const known = hits.get(recognizer);
    if (!known || distance < known.distance) hits.set(recognizer, { phrase: phrase.text, distance });
  }
}

function fits(phrase: readonly string[], words: readonly string[], at: number): boolean {
  for (let index = 1; index < phrase.length; index += 1) {
    const word = words[at + index];
    if (word === undefined || (word !== phrase[index] && singular(word) !== phrase[index])) return false;
  }
  return true;
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word;
}

function lastTwoLines(text: string): string {
  const last = text.lastIndexOf('\n');
  if (last <= 0) return text;
  const previous = text.lastIndexOf('\n', last - 1);
  return previous < 0 ? text : text.slice(previous + 1);
}
