import type { Span } from '#lib/kernel';

/**
 * A text as recognizers read it, with the way back.
 *
 * INVARIANT: `toOriginal` of any range gives whole characters of the original that cover at least the range.
 */
export class NormalizedText {
  constructor(
    readonly original: string,
    readonly text: string,
    private readonly starts: Uint32Array | null,
    private readonly ends: Uint32Array | null,
    /** Ranges of `text` that stand for vault tokens, or that must not be touched for another reason. */
    readonly taken: readonly Span[],
  ) {}

  /** The range of the original that `[start, end)` of the normalised text stands for. */
  toOriginal(start: number, end: number): Span {
    if (!this.starts || !this.ends || end <= start) return { start, end };
    return { start: this.starts[start]!, end: this.ends[end - 1]! };
  }
}

/** Collects the normalised text piece by piece; keeps offset maps only once a piece changes length. */
export class NormalizedTextBuilder {
  private text = '';
  private starts: Uint32Array | null = null;
  private ends: Uint32Array | null = null;
  private readonly taken: Span[] = [];

  constructor(private readonly original: string) {}

  /** Copies `[from, to)` of the original unchanged. */
  copy(from: number, to: number): void {
    if (from === to) return;
    if (this.starts && this.ends) {
      this.reserve(this.text.length + to - from);
      let index = this.text.length;
      for (let at = from; at < to; at += 1, index += 1) {
        this.starts[index] = at;
        this.ends[index] = at + 1;
      }
    }
    this.text += this.original.slice(from, to);
  }

  /** Puts `replacement` for `[from, to)` of the original; an empty one drops it. */
  replace(from: number, to: number, replacement: string): void {
    const sameLength = replacement.length === to - from;
    if (sameLength && replacement.length === 1 && !this.starts) {
      this.text += replacement;
      return;
    }
    this.startMaps();
    this.reserve(this.text.length + replacement.length);
    for (let index = 0; index < replacement.length; index += 1) {
      this.starts![this.text.length + index] = from;
      this.ends![this.text.length + index] = to;
    }
    this.text += replacement;
  }

  /** Like `replace`, and no finding may touch the result. */
  take(from: number, to: number, replacement: string): void {
    const start = this.text.length;
    this.replace(from, to, replacement);
    this.taken.push({ start, end: this.text.length });
  }

  build(): NormalizedText {
    return new NormalizedText(this.original, this.text, this.starts, this.ends, this.taken);
  }

  private startMaps(): void {
    if (this.starts) return;
    const size = Math.max(64, this.original.length + 16);
    this.starts = new Uint32Array(size);
    this.ends = new Uint32Array(size);
    for (let index = 0; index < this.text.length; index += 1) {
      this.starts[index] = index;
      this.ends[index] = index + 1;
    }
  }

  private reserve(size: number): void {
    if (size <= this.starts!.length) return;
    const larger = Math.max(size, this.starts!.length * 2);
    const starts = new Uint32Array(larger);
    const ends = new Uint32Array(larger);
    starts.set(this.starts!);
    ends.set(this.ends!);
    this.starts = starts;
    this.ends = ends;
  }
}
