import type { SegmentEdit } from './segment.js';

interface Known {
  readonly words: readonly string[];
  /** Signs before the first word and after the last: the `+` of a phone number. */
  readonly lead: string;
  readonly trail: string;
  readonly replacement: string;
  readonly type: string | undefined;
}

/** Shorter values are ordinary words and numbers too often: they are replaced where they were found, and only there. */
const LENGTH_MIN = 6;
const WORD = /[\p{L}\p{N}]+/gu;
const ENTRIES_MAX = 200_000;

/**
 * The values that a file lost, by their words: finds them elsewhere in it, however their words are spaced and punctuated.
 * Holds plaintext, so it lives as long as the file's rewriting and no longer.
 */
export class ValueIndex {
  private readonly byFirstWord = new Map<string, Known[]>();
  private readonly seen = new Set<string>();

  get size(): number {
    return this.seen.size;
  }

  clear(): void {
    this.byFirstWord.clear();
    this.seen.clear();
  }

  /** Remembers a value if it is distinctive: six characters or more, with a digit, an `@` or several words, or a capital. */
  add(value: string, replacement: string, type?: string): void {
    if (value.length < LENGTH_MIN || value === replacement || this.seen.has(value) || this.seen.size >= ENTRIES_MAX)
      return;
    const words = wordsOf(value);
    if (words.length === 0 || words.join('').length < LENGTH_MIN) return;
    if (words.length === 1 && !/\p{N}|\p{Lu}/u.test(value)) return;
    this.seen.add(value);
    const lead = value.slice(0, value.indexOf(words[0]!));
    const trail = value.slice(value.lastIndexOf(words.at(-1)!) + words.at(-1)!.length);
    const known = { words, lead, trail, replacement, type };
    const list = this.byFirstWord.get(words[0]!);
    if (list) list.push(known);
    else this.byFirstWord.set(words[0]!, [known]);
  }

  /** Where the values stand in a text, left to right, the longest at each place. */
  find(text: string): SegmentEdit[] {
    if (this.seen.size === 0 || !this.mayHold(text)) return [];
    const found: SegmentEdit[] = [];
    const words = [...text.matchAll(WORD)];
    let next = 0;
    for (let index = 0; index < words.length; index += 1) {
      if (index < next) continue;
      const best = this.longestAt(text, words, index);
      if (!best) continue;
      next = index + best.words.length;
      const last = words[next - 1]!;
      const from = words[index]!.index;
      const to = last.index + last[0].length;
      found.push({
        start: text.endsWith(best.lead, from) ? from - best.lead.length : from,
        end: text.startsWith(best.trail, to) ? to + best.trail.length : to,
        text: best.replacement,
        ...(best.type !== undefined && { type: best.type }),
      });
    }
    return found;
  }

  /** Whether any value's first word stands in the text: most texts hold none, and are spared the search. */
  private mayHold(text: string): boolean {
    return text.match(WORD)?.some((word) => this.byFirstWord.has(word)) ?? false;
  }

  private longestAt(text: string, words: readonly RegExpExecArray[], index: number): Known | null {
    let best: Known | null = null;
    for (const known of this.byFirstWord.get(words[index]![0]) ?? []) {
      if (best && best.words.length >= known.words.length) continue;
      if (known.words.every((word, step) => words[index + step]?.[0] === word && near(text, words, index, step))) {
        best = known;
      }
    }
    return best;
  }
}

/** Words of one value stand at most three characters apart. */
function near(text: string, words: readonly RegExpExecArray[], index: number, step: number): boolean {
  if (step === 0) return true;
  const before = words[index + step - 1]!;
  const gap = text.slice(before.index + before[0].length, words[index + step]!.index);
  return gap.length <= 3;
}

function wordsOf(value: string): string[] {
  return value.match(WORD) ?? [];
}
