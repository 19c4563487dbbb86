import type { Piece, Segment, SegmentView } from '../segment.js';
import { joinedReading, lineJoints } from '../text/joined-reading.js';
import type { Encoding } from './encodings.js';

interface Run {
  readonly text: string;
  /** Negative for a gap that the source shows without writing it. */
  readonly start: number;
  readonly end: number;
  readonly encoding: Encoding;
  readonly view: SegmentView;
}

const nothing: Encoding = (text) => text;
const WORD = /[\p{L}\p{N}]/u;

/**
 * One paragraph put together from runs, some of which a reader doesn't see. It is read as shown, each hidden or deleted
 * stretch by itself, and as a whole, so that neither hides a value of the other.
 */
export class Paragraph {
  private readonly runs: Run[] = [];

  /** Text of the source range; where the lengths differ it is an escape and is cut as a whole. */
  add(text: string, start: number, end: number, encoding: Encoding, view: SegmentView = 'visible'): void {
    if (text !== '') this.runs.push({ text, start, end, encoding, view });
  }

  /** A tab, a line break, the end of a cell. */
  gap(text: string, view: SegmentView = 'visible'): void {
    this.runs.push({ text, start: -1, end: -1, encoding: nothing, view });
  }

  get isEmpty(): boolean {
    return !this.runs.some(({ text }) => WORD.test(text));
  }

  segments(base: Omit<Segment, 'text' | 'pieces' | 'view'>, view: SegmentView = 'visible'): Segment[] {
    if (this.isEmpty) return [];
    const views = new Set(this.runs.filter(({ start }) => start >= 0).map((run) => run.view));
    const segments: Segment[] = [];
    for (const one of views) {
      const shown = compose(base, this.runs, (run) => run.view === one || (run.start < 0 && one === 'visible'), one);
      if (WORD.test(shown.text)) segments.push(one === 'visible' && view !== 'visible' ? { ...shown, view } : shown);
    }
    if (views.size > 1) segments.push(compose(base, this.runs, () => true, 'joined'));
    const whole = segments[views.size > 1 ? segments.length - 1 : 0];
    const joined = whole && joinedReading(whole, lineJoints(whole.text));
    return joined ? [...segments, joined] : segments;
  }
}

function compose(
  base: Omit<Segment, 'text' | 'pieces' | 'view'>,
  runs: readonly Run[],
  wanted: (run: Run) => boolean,
  view: SegmentView,
): Segment {
  let text = '';
  const pieces: Piece[] = [];
  for (const run of runs) {
    if (!wanted(run)) continue;
    const { start, end, encoding } = run;
    if (start >= 0) pieces.push({ from: text.length, to: text.length + run.text.length, start, end, encoding });
    text += run.text;
  }
  return { ...base, view, text, pieces };
}
