import { contextWords } from '../context/context-words.js';
import { WordIndex, WordTable } from '../context/word-index.js';

export interface PhraseMatch {
  readonly start: number;
  readonly end: number;
  /** The place of the phrase in the list given. */
  readonly phrase: number;
}

interface Phrase {
  readonly number: number;
  readonly words: readonly string[];
  /** As written; null when case does not matter. */
  readonly exact: string | null;
}

const BETWEEN_MAX = 8;

/**
 * Finds the phrases of a list as whole words in one pass: any case (unless a phrase asks for its own), any accents, any
 * spaces or punctuation between the words. Phrases without a letter or digit are found as they stand.
 */
export class PhraseMatcher {
  private readonly table: WordTable;
  private readonly byFirstWord = new Map<string, Phrase[]>();
  private readonly literals: { readonly number: number; readonly text: string }[] = [];

  constructor(phrases: readonly { readonly text: string; readonly caseSensitive?: boolean }[]) {
    for (const [number, { text, caseSensitive }] of phrases.entries()) {
      const words = contextWords(text);
      if (words.length === 0) {
        if (text !== '') this.literals.push({ number, text });
        continue;
      }
      const phrase = { number, words, exact: caseSensitive ? text : null };
      const list = this.byFirstWord.get(words[0]!);
      if (list) list.push(phrase);
      else this.byFirstWord.set(words[0]!, [phrase]);
    }
    this.table = new WordTable(this.byFirstWord.keys());
  }

  find(text: string): PhraseMatch[] {
    const found: PhraseMatch[] = [];
    const words = new WordIndex(text, this.table);
    for (const { index, number } of words.known) {
      for (const phrase of this.byFirstWord.get(this.table.words[number]!) ?? []) {
        const match = this.matchAt(words, index, phrase);
        if (match) found.push(match);
      }
    }
    for (const { number, text: literal } of this.literals) {
      for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + literal.length)) {
        found.push({ start: at, end: at + literal.length, phrase: number });
      }
    }
    return found;
  }

  private matchAt(words: WordIndex, index: number, { number, words: wanted, exact }: Phrase): PhraseMatch | null {
    for (let step = 0; step < wanted.length; step += 1) {
      const at = index + step;
      if (at >= words.count || words.word(at) !== wanted[step]) return null;
      if (step > 0 && words.start(at) - words.end(at - 1) > BETWEEN_MAX) return null;
    }
    const start = words.start(index);
    const end = words.end(index + wanted.length - 1);
    if (exact !== null && words.text.slice(start, end) !== exact) return null;
    return { start, end, phrase: number };
  }
}
