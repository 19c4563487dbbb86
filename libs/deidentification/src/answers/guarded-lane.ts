import type { InfoType, Span } from '#lib/kernel';
import { type Container, type ContainerTracker, containerTracker } from '../reidentify-stream/index.js';
import { type DecodedText, decodedText } from './decoded-text.js';
import { sentenceEnd } from './sentence-end.js';

/** Personal data that a model wrote. */
export interface NewValue extends Span {
  readonly type: InfoType;
}

/** How a lane's texts are read and what is put in place of what was found. */
export interface LaneProtection {
  /** What a text holds, in order, without overlaps; also spans that may not be cut though nothing is replaced in them. */
  find(text: string): Promise<{ readonly values: readonly NewValue[]; readonly whole: readonly Span[] }>;
  /** What stands for each value. */
  replace(values: readonly { readonly type: InfoType; readonly value: string }[]): Promise<readonly string[]>;
}

/** Longest text that is held back, in UTF-16 code units as the reader sees them. */
export const HELD_CHARS_MAX = 256;
/** How much of it stays when no sentence ends in it: a value of up to this length is always seen whole. */
const OVERLAP_CHARS = 64;

/**
 * One text of an answer, freed of new personal data. Holds back one sentence, at most `HELD_CHARS_MAX`. Where a text is cut
 * into fragments makes no difference: what is looked at depends on the text alone.
 */
export class GuardedLane {
  private pending = '';
  /** The end of what went before, when it was no end of a sentence: read again, changed no more. */
  private context = '';
  private readonly tracker: ContainerTracker;

  constructor(
    private readonly container: Container,
    private readonly protection: LaneProtection,
  ) {
    this.tracker = containerTracker(container);
  }

  async push(fragment: string): Promise<string> {
    this.pending += fragment;
    return this.release(false);
  }

  async flush(): Promise<string> {
    return this.release(true);
  }

  private async release(final: boolean): Promise<string> {
    let out = '';
    for (;;) {
      const decoded = decodedText(this.pending, HELD_CHARS_MAX, this.container === 'json', final);
      const { text } = decoded;
      const end = sentenceEnd(text, this.container);
      const isFull = text.length >= HELD_CHARS_MAX;
      if (text === '' || (end === null && !isFull && !final)) return out;
      const read = end === null ? text : text.slice(0, end);
      const { values, whole } = await this.findIn(read);
      const isForced = end === null && isFull;
      const cut = isForced ? forcedCut(read, [...values, ...whole]) : read.length;
      out += await this.written(decoded, cut, values);
      this.pending = this.pending.slice(decoded.ends[cut - 1]);
      this.context = isForced ? (this.context + read.slice(0, cut)).slice(-OVERLAP_CHARS) : '';
    }
  }

  /** What `text` holds; a value that began in the context counts from where the text begins. */
  private async findIn(text: string): Promise<Awaited<ReturnType<LaneProtection['find']>>> {
    const { length } = this.context;
    const found = await this.protection.find(this.context + text);
    const shifted = <T extends Span>(spans: readonly T[]): T[] =>
      spans
        .filter(({ end }) => end > length)
        .map((span) => ({ ...span, start: Math.max(0, span.start - length), end: span.end - length }));
    return { values: shifted(found.values), whole: shifted(found.whole) };
  }

  /** The text up to `cut` in its own spelling, its values replaced as the container wants them written. */
  private async written({ text, ends }: DecodedText, cut: number, found: readonly NewValue[]): Promise<string> {
    const values = found.filter(({ end }) => end <= cut);
    const standIns = await this.protection.replace(
      values.map(({ type, start, end }) => ({ type, value: text.slice(start, end) })),
    );
    let out = '';
    let at = 0;
    values.forEach(({ start, end }, index) => {
      out += this.passed(at, start === 0 ? 0 : ends[start - 1]!) + this.tracker.render(standIns[index]!);
      this.tracker.feed('x');
      at = ends[end - 1]!;
    });
    return out + this.passed(at, ends[cut - 1]!);
  }

  private passed(from: number, to: number): string {
    const raw = this.pending.slice(from, to);
    for (const unit of raw) this.tracker.feed(unit);
    return raw;
  }
}

/** Where a text without an end of a sentence is cut: between words, and in nothing that belongs together. */
function forcedCut(text: string, spans: readonly Span[]): number {
  const latest = text.length - OVERLAP_CHARS;
  const space = text.slice(0, latest).search(/\s\S*$/);
  const cut = space === -1 ? latest : space + 1;
  const across = spans.find(({ start, end }) => start < cut && end > cut);
  if (!across) return isLowSurrogate(text, cut) ? cut - 1 : cut;
  return across.start > 0 ? across.start : across.end;
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
