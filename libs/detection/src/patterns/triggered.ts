import type { WordIndex } from '../context/word-index.js';
import type { Triggers } from '../recognizer.js';

/** A stretch of text around trigger words. */
export interface TriggerWindow {
  readonly start: number;
  readonly end: number;
}

/** For one set of triggers, the numbers of its words in the table. */
export class TriggerSet {
  private readonly numbers: ReadonlySet<number>;

  constructor(
    private readonly triggers: Triggers,
    numberOf: (word: string) => number,
  ) {
    this.numbers = new Set(triggers.words.map(numberOf));
  }

  has(number: number): boolean {
    return this.numbers.has(number);
  }

  /** The stretches around its words in a text, merged where they touch, so that nothing is read twice. */
  windows(words: WordIndex): TriggerWindow[] {
    const windows: { start: number; end: number }[] = [];
    for (const { index, number } of words.known) {
      if (!this.numbers.has(number)) continue;
      const start = Math.max(0, words.start(index) - this.triggers.before);
      const end = Math.min(words.text.length, words.end(index) + this.triggers.after);
      const last = windows.at(-1);
      if (last && start <= last.end) last.end = Math.max(last.end, end);
      else windows.push({ start, end });
    }
    return windows;
  }
}
