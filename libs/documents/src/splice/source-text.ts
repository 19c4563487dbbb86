import type { Segment, SegmentEdit, SegmentEdits } from '../segment.js';
import { refineEdit } from './refine-edit.js';
import { type SourceRange, type Splice, settleSplices } from './settle-splices.js';

/** Told of each splice that was made, for the report. */
export interface SpliceLog {
  spliced(segment: Segment, edit: SegmentEdit): void;
  /** A text that two readings disagreed on was cut without a replacement. */
  cut(): void;
}

/** A source opened into segments, that can be closed again with some of them edited. */
export interface EditableText {
  readonly source: string;
  /** Those of texts within texts included. */
  readonly segments: readonly Segment[];
  render(edits: SegmentEdits, log?: SpliceLog): string;
}

/** A text inside another one's encoding: JSON in a JSON string, base64, a script in HTML. */
export interface NestedText {
  readonly start: number;
  readonly end: number;
  readonly inner: EditableText;
  encode(text: string): string;
}

/**
 * The splice core of every textual format.
 *
 * INVARIANT: without edits (and without column policies) `render` gives the source, and outside the ranges of edited pieces the output is the source, byte for byte.
 */
export class SourceText implements EditableText {
  readonly segments: readonly Segment[];

  constructor(
    readonly source: string,
    private readonly own: readonly Segment[],
    private readonly nested: readonly NestedText[] = [],
  ) {
    this.segments = nested.length === 0 ? own : [...own, ...nested.flatMap(({ inner }) => inner.segments)];
  }

  /** The same text with more texts inside it. */
  with(more: readonly NestedText[]): SourceText {
    return new SourceText(this.source, this.own, [...this.nested, ...more]);
  }

  render(edits: SegmentEdits, log?: SpliceLog): string {
    const settled = this.settled(edits, log);
    return settled.length === 0 ? this.source : apply(this.source, settled);
  }

  /** The edits as splices of the source, none of which overlaps another. */
  settled(edits: SegmentEdits, log?: SpliceLog): readonly Splice[] {
    if (edits.size === 0 && this.nested.length === 0) return [];
    const splices: Splice[] = [];
    for (const segment of this.own) {
      for (const edit of edits.get(segment) ?? []) {
        for (const fine of refineEdit(segment.text, edit)) {
          const splice = spliceOf(segment, edit.type === undefined ? fine : { ...fine, type: edit.type });
          if (splice) splices.push(splice);
        }
      }
    }
    for (const { start, end, inner, encode } of this.nested) {
      const text = inner.render(edits, log);
      if (text !== inner.source) splices.push({ ranges: [{ start, end }], text: encode(text) });
    }
    if (splices.length === 0) return [];
    const settled = settleSplices(this.source, splices, () => log?.cut());
    for (const { segment, edit } of settled) if (segment && edit) log?.spliced(segment, edit);
    return settled;
  }
}

function spliceOf(segment: Segment, edit: SegmentEdit): Splice | null {
  if (edit.start >= edit.end || edit.text === segment.text.slice(edit.start, edit.end)) return null;
  const ranges: { start: number; end: number }[] = [];
  let text: string | null = null;
  for (const piece of segment.pieces) {
    if (piece.start < 0 || piece.to <= edit.start || piece.from >= edit.end) continue;
    const range = rangeIn(piece, edit);
    text ??= piece.encoding(edit.text);
    const last = ranges.at(-1);
    if (last && last.end === range.start) last.end = range.end;
    else ranges.push({ ...range });
  }
  if (text === null) return null;
  // The first in reading order takes the text; a part moved before it in the source is cut all the same.
  const [first, ...rest] = ranges;
  if (rest.every(({ start }) => start > first!.start)) return { ranges, text, segment, edit };
  const ordered = [...ranges].sort((a, b) => a.start - b.start);
  return { ranges: ordered, text, segment, edit };
}

function rangeIn(piece: Segment['pieces'][number], edit: SegmentEdit): SourceRange {
  if (piece.to - piece.from !== piece.end - piece.start) return { start: piece.start, end: piece.end };
  return {
    start: piece.start + Math.max(0, edit.start - piece.from),
    end: piece.end - Math.max(0, piece.to - edit.end),
  };
}

function apply(source: string, splices: readonly Splice[]): string {
  const cuts = splices
    .flatMap(({ ranges, text }) => ranges.map((range, index) => ({ ...range, text: index === 0 ? text : '' })))
    .sort((a, b) => a.start - b.start);
  let out = '';
  let at = 0;
  for (const { start, end, text } of cuts) {
    out += source.slice(at, start) + text;
    at = end;
  }
  return out + source.slice(at);
}
