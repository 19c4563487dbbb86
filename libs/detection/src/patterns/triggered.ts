import type { WordIndex } from '../context/word-index.js';
import type { Triggers } from '../recognizer.js';
import { CharacterRuns } from './character-runs.js';
import { Literals } from './literals.js';

/** A stretch of text around triggers. */
export interface TriggerWindow {
  readonly start: number;
  readonly end: number;
}

/** One set of triggers of one pattern, by its place among all sets. */
export interface TriggerSet {
  readonly place: number;
  readonly triggers: Triggers;
  /** The numbers of its literals. */
  readonly literals: readonly number[];
  /** The same for all sets whose windows are the same. */
  readonly windows: number;
}

/** All trigger sets of a scanner: which of them each word of the table belongs to, and the literals of all. */
export class TriggerSets {
  readonly literals = new Literals();
  private readonly byNumber: TriggerSet[][] = [];
  count = 0;
  private readonly sameWindows = new Map<string, number>();

  constructor(private readonly numberOf: (word: string) => number) {}

  /** Throws a RangeError unless the triggers are of exactly one kind: words, literals or runs. */
  add(triggers: Triggers): TriggerSet {
    const { words, literals, runs } = triggers;
    if ([words, literals, runs].filter((kind) => kind !== undefined).length !== 1) {
      throw new RangeError('triggers are words, literals or runs');
    }
    const set = {
      place: this.count,
      triggers,
      literals: (literals ?? []).map((literal) => this.literals.add(literal)),
      windows: this.windowsOf(triggers),
    };
    this.count += 1;
    for (const number of new Set((words ?? []).map(this.numberOf))) {
      const sets = this.byNumber[number];
      if (sets) sets.push(set);
      else this.byNumber[number] = [set];
    }
    return set;
  }

  private windowsOf(triggers: Triggers): number {
    const key = JSON.stringify(triggers);
    const number = this.sameWindows.get(key) ?? this.sameWindows.size;
    this.sameWindows.set(key, number);
    return number;
  }

  ofWord(number: number): readonly TriggerSet[] | undefined {
    return this.byNumber[number];
  }
}

interface Window {
  start: number;
  end: number;
}

const NONE: readonly TriggerWindow[] = [];
/** A window opens at a blank at most this far before the characters asked for, so that no word is cut. */
const BACK_MAX = 40;

/**
 * The stretches around the triggers of one text; merged where they touch, so that nothing is read twice. Words and literals
 * of all sets are found in one pass each.
 */
export class TriggerWindows {
  readonly runs: CharacterRuns;
  private readonly places: readonly (readonly number[] | undefined)[];
  private readonly bySet: Window[][] = [];
  private readonly read: (readonly TriggerWindow[] | undefined)[] = [];
  private readonly text: string;

  constructor(words: WordIndex, sets: TriggerSets) {
    this.text = words.text;
    this.runs = new CharacterRuns(this.text);
    this.places = sets.literals.find(this.text);
    for (const { index, number } of words.known) {
      for (const { place, triggers } of sets.ofWord(number) ?? []) {
        const windows = this.bySet[place] ?? [];
        this.bySet[place] = windows;
        this.open(windows, Math.max(0, words.start(index) - triggers.before), words.end(index) + triggers.after);
      }
    }
  }

  /** Whether one of some literals, by number, occurs. */
  hasLiteral(numbers: readonly number[]): boolean {
    return numbers.some((number) => this.places[number] !== undefined);
  }

  of(set: TriggerSet): readonly TriggerWindow[] {
    const read = this.read[set.windows] ?? this.windowsOf(set);
    this.read[set.windows] = read;
    return read;
  }

  private windowsOf({ place, triggers, literals }: TriggerSet): readonly TriggerWindow[] {
    const known = triggers.words ? this.bySet[place] : this.around(triggers, literals);
    if (!known) return NONE;
    return triggers.withDigit ? known.filter(({ start, end }) => this.runs.hasDigit(start, end)) : known;
  }

  private around({ runs, before, after }: Triggers, literals: readonly number[]): Window[] {
    const windows: Window[] = [];
    if (runs) {
      const list = this.runs[runs];
      for (let index = 0; index < list.length; index += 2) {
        this.openAtBlank(windows, list[index]! - before, list[index + 1]! + after);
      }
      return windows;
    }
    const places = literals.flatMap((number) => this.places[number] ?? []);
    if (literals.length > 1) places.sort((a, b) => a - b);
    for (const start of places) this.openAtBlank(windows, start - before, start + after);
    return windows;
  }

  /** A window from the blank before `from`, which is looked for only where no window reaches so far. */
  private openAtBlank(windows: Window[], from: number, to: number): void {
    const last = windows.at(-1);
    this.open(windows, last && from <= last.end ? last.end : this.blankBefore(from), to);
  }

  private open(windows: Window[], start: number, to: number): void {
    const end = Math.min(this.text.length, to);
    const last = windows.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else windows.push({ start, end });
  }

  private blankBefore(place: number): number {
    for (let at = place; at > 0 && at > place - BACK_MAX; at -= 1) {
      const code = this.text.charCodeAt(at - 1);
      if (code === 32 || code === 10) return at;
    }
    return Math.max(0, place);
  }
}
