import type { WordIndex } from '../context/word-index.js';
import type { Triggers } from '../recognizer.js';

/** A stretch of text around trigger words. */
export interface TriggerWindow {
  readonly start: number;
  readonly end: number;
}

/** One set of triggers of one pattern, by its place among all sets. */
export interface TriggerSet {
  readonly place: number;
  readonly triggers: Triggers;
}

/** All trigger sets of a scanner: which of them each word of the table belongs to. */
export class TriggerSets {
  private readonly byNumber: TriggerSet[][] = [];
  count = 0;

  constructor(private readonly numberOf: (word: string) => number) {}

  add(triggers: Triggers): TriggerSet {
    const set = { place: this.count, triggers };
    this.count += 1;
    for (const number of new Set(triggers.words.map(this.numberOf))) {
      const sets = this.byNumber[number];
      if (sets) sets.push(set);
      else this.byNumber[number] = [set];
    }
    return set;
  }

  ofWord(number: number): readonly TriggerSet[] | undefined {
    return this.byNumber[number];
  }
}

const NONE: readonly TriggerWindow[] = [];

/** The stretches around the trigger words of one text, for all sets in one pass; merged where they touch, so that nothing is read twice. */
export class TriggerWindows {
  private readonly bySet: { start: number; end: number }[][] = [];

  constructor(words: WordIndex, sets: TriggerSets) {
    if (sets.count === 0) return;
    for (const { index, number } of words.known) {
      for (const { place, triggers } of sets.ofWord(number) ?? []) {
        const start = Math.max(0, words.start(index) - triggers.before);
        const end = Math.min(words.text.length, words.end(index) + triggers.after);
        const windows = this.bySet[place];
        const last = windows?.at(-1);
        if (!windows) this.bySet[place] = [{ start, end }];
        else if (last && start <= last.end) last.end = Math.max(last.end, end);
        else windows.push({ start, end });
      }
    }
  }

  of(set: TriggerSet): readonly TriggerWindow[] {
    return this.bySet[set.place] ?? NONE;
  }
}
