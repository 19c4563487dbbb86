import type { Recognizer } from '../recognizer.js';
import { type ContextWord, contextWords, readWords, singular } from './context-words.js';

/** A context word near a candidate. */
export interface ContextHit {
  readonly phrase: string;
  /** Words between it and the candidate, plus one; 0 for the label of a field. */
  readonly distance: number;
}

export type ContextHits = ReadonlyMap<Recognizer, ContextHit>;

interface Phrase {
  readonly text: string;
  readonly words: readonly string[];
  readonly recognizers: Recognizer[];
}

interface PhraseHit {
  readonly phrase: Phrase;
  readonly firstWord: number;
  readonly lastWord: number;
}

/** Scripts written without spaces, and Korean, whose particles cling to the word: searched as substrings. */
const UNSPACED = /[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** The context words of all recognizers. */
export class ContextIndex {
  private readonly byFirstWord = new Map<string, Phrase[]>();
  readonly unspaced: Phrase[] = [];

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
        // Texts come in NFKC, which takes Thai SARA AM apart.
        if (UNSPACED.test(text)) this.unspaced.push({ ...phrase, text: text.normalize('NFKC') });
        else if (phrase.words.length > 0) this.put(phrase);
      }
    }
  }

  private put(phrase: Phrase): void {
    const list = this.byFirstWord.get(phrase.words[0]!);
    if (list) list.push(phrase);
    else this.byFirstWord.set(phrase.words[0]!, [phrase]);
  }

  /** The phrases that stand in a sequence of words, as whole words. */
  phrasesIn(words: readonly { readonly text: string }[]): PhraseHit[] {
    const hits: PhraseHit[] = [];
    for (let index = 0; index < words.length; index += 1) {
      const word = words[index]!.text;
      const phrases = this.byFirstWord.get(word) ?? this.byFirstWord.get(singular(word));
      if (!phrases) continue;
      for (const phrase of phrases) {
        if (fits(phrase.words, words, index)) {
          hits.push({ phrase, firstWord: index, lastWord: index + phrase.words.length - 1 });
        }
      }
    }
    return hits;
  }
}

function fits(phrase: readonly string[], words: readonly { readonly text: string }[], at: number): boolean {
  for (let index = 1; index < phrase.length; index += 1) {
    const word = words[at + index]?.text;
    if (word === undefined || (word !== phrase[index] && singular(word) !== phrase[index])) return false;
  }
  return true;
}

const STRETCH = 1024;
const MARGIN = 160;
const BEFORE_MAX = 100;
const AFTER_MAX = 40;
const WORDS_BEFORE_MAX = 10;
const WORDS_AFTER_MAX = 3;
/** A word after the candidate counts as this much farther away than one before it. */
const AFTER_PENALTY = 2;
/** So does one on the line above. */
const LINE_PENALTY = 3;
const UNSPACED_NEAR = 6;

interface Stretch {
  readonly number: number;
  readonly words: readonly ContextWord[];
  readonly endingAt: ReadonlyMap<number, readonly PhraseHit[]>;
  readonly startingAt: ReadonlyMap<number, readonly PhraseHit[]>;
}

/** Finds context around places of one text. Reads each stretch of the text at most once, and only where it is asked. */
export class ContextReader {
  private stretch: Stretch | null = null;

  constructor(
    private readonly text: string,
    private readonly index: ContextIndex,
  ) {}

  /**
   * The nearest context word of each recognizer: at most ten words (100 characters) before the candidate, on its line or the
   * line above, or three words after it on its line; or in its label.
   */
  near(start: number, end: number, label: string | undefined): ContextHits {
    const hits = new Map<Recognizer, ContextHit>();
    const stretch = this.stretchOf(start);
    const { words } = stretch;
    const next = firstWordFrom(words, start);
    const line = lineAt(this.text, words, next, start);
    for (let back = 1; back <= WORDS_BEFORE_MAX && next - back >= 0; back += 1) {
      const word = words[next - back]!;
      const lines = line - word.line;
      if (start - word.end > BEFORE_MAX || lines > 1) break;
      for (const hit of stretch.endingAt.get(next - back) ?? []) note(hits, hit.phrase, back + lines * LINE_PENALTY);
    }
    const after = firstWordFrom(words, end);
    for (let ahead = 0; ahead < WORDS_AFTER_MAX && after + ahead < words.length; ahead += 1) {
      const word = words[after + ahead]!;
      if (word.start - end > AFTER_MAX || this.text.slice(end, word.start).includes('\n')) break;
      for (const hit of stretch.startingAt.get(after + ahead) ?? []) note(hits, hit.phrase, ahead + 1 + AFTER_PENALTY);
    }
    if (label) {
      const labelWords = contextWords(label).map((text) => ({ text }));
      for (const { phrase } of this.index.phrasesIn(labelWords)) note(hits, phrase, 0);
    }
    this.unspaced(start, label, hits);
    return hits;
  }

  /** The words before a place on its line, nearest last, at most `count`. */
  wordsBefore(start: number, count: number): readonly string[] {
    const { words } = this.stretchOf(start);
    const next = firstWordFrom(words, start);
    const line = lineAt(this.text, words, next, start);
    const before = words
      .slice(Math.max(0, next - count), next)
      .filter((word) => word.line === line && start - word.end < 30);
    return before.map((word) => word.text);
  }

  private unspaced(start: number, label: string | undefined, hits: Map<Recognizer, ContextHit>): void {
    const before = this.text.slice(Math.max(0, start - MARGIN / 4), start);
    if (!UNSPACED.test(before) && !(label && UNSPACED.test(label))) return;
    for (const phrase of this.index.unspaced) {
      const at = before.lastIndexOf(phrase.text);
      if (label?.includes(phrase.text)) note(hits, phrase, 0);
      else if (at >= 0) note(hits, phrase, before.length - at - phrase.text.length <= UNSPACED_NEAR ? 1 : 5);
    }
  }

  private stretchOf(start: number): Stretch {
    const number = Math.floor(start / STRETCH);
    if (this.stretch?.number === number) return this.stretch;
    const words = readWords(
      this.text,
      Math.max(0, number * STRETCH - MARGIN),
      Math.min(this.text.length, (number + 1) * STRETCH + MARGIN),
    );
    const endingAt = new Map<number, PhraseHit[]>();
    const startingAt = new Map<number, PhraseHit[]>();
    for (const hit of this.index.phrasesIn(words)) {
      put(endingAt, hit.lastWord, hit);
      put(startingAt, hit.firstWord, hit);
    }
    this.stretch = { number, words, endingAt, startingAt };
    return this.stretch;
  }
}

function put(map: Map<number, PhraseHit[]>, key: number, hit: PhraseHit): void {
  const list = map.get(key);
  if (list) list.push(hit);
  else map.set(key, [hit]);
}

function note(hits: Map<Recognizer, ContextHit>, phrase: Phrase, distance: number): void {
  for (const recognizer of phrase.recognizers) {
    const known = hits.get(recognizer);
    if (!known || distance < known.distance) hits.set(recognizer, { phrase: phrase.text, distance });
  }
}

/** The index of the first word that starts at or after a place. */
function firstWordFrom(words: readonly ContextWord[], place: number): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words[middle]!.start < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The line of a place, counted as the words' lines are. */
function lineAt(text: string, words: readonly ContextWord[], next: number, place: number): number {
  const previous = words[next - 1];
  if (!previous) return 0;
  let line = previous.line;
  for (let at = previous.end; at < place; at += 1) if (text.charCodeAt(at) === 10) line += 1;
  return line;
}
