import type { Segment, SegmentEdit } from '../segment.js';

export interface SourceRange {
  readonly start: number;
  readonly end: number;
}

/** One edit in the source: the first range takes the replacement, the others are cut. Ranges ascend and don't touch. */
export interface Splice {
  readonly ranges: readonly SourceRange[];
  /** Encoded for its place. */
  readonly text: string;
  readonly segment?: Segment;
  readonly edit?: SegmentEdit;
}

const WORD = /[\p{L}\p{N}]/u;

/**
 * Makes splices of several readings of the same source (with and without hidden text, line ends, markup) agree: none
 * overlaps another afterwards, and every letter and digit that any of them covered is gone. A wide splice wins over narrow
 * ones unless those cover all its letters; what a losing splice covered beyond the winner is cut.
 */
export function settleSplices(source: string, splices: readonly Splice[], onCut: () => void): Splice[] {
  return components(splices).flatMap((component) => settle(source, component, onCut));
}

function settle(source: string, component: readonly Splice[], onCut: () => void): Splice[] {
  if (component.length <= 1) return [...component];
  const widest = component.reduce((best, one) => (covered(one.ranges) > covered(best.ranges) ? one : best));
  const rest = component.filter((one) => one !== widest && !within(one.ranges, widest.ranges, source));
  const inner = component.filter((one) => one !== widest && !rest.includes(one));
  const innerSettled = settleSplices(source, distinct(inner, widest), onCut);
  if (rest.length === 0 && innerSettled.length > 1 && !hasWord(source, minus(widest.ranges, rangesOf(innerSettled)))) {
    return innerSettled;
  }
  const settled: Splice[] = [widest];
  for (const one of rest) {
    const left = minus(one.ranges, rangesOf(settled));
    if (!hasWord(source, left)) continue;
    onCut();
    settled.push({ ranges: left, text: '' });
  }
  return settled;
}

/** Splices whose letters lie all inside the given ranges. */
function within(inner: readonly SourceRange[], outer: readonly SourceRange[], source: string): boolean {
  return !hasWord(source, minus(inner, outer));
}

function distinct(splices: readonly Splice[], other: Splice): Splice[] {
  const seen = new Set([keyOf(other)]);
  return splices.filter((one) => {
    const key = keyOf(one);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function keyOf({ ranges }: Splice): string {
  return ranges.map(({ start, end }) => `${start}-${end}`).join();
}

function rangesOf(splices: readonly Splice[]): SourceRange[] {
  return splices.flatMap(({ ranges }) => ranges).sort((a, b) => a.start - b.start);
}

function covered(ranges: readonly SourceRange[]): number {
  return ranges.reduce((sum, { start, end }) => sum + end - start, 0);
}

function hasWord(source: string, ranges: readonly SourceRange[]): boolean {
  return ranges.some(({ start, end }) => WORD.test(source.slice(start, end)));
}

/** `ranges` without `taken`; both ascend. */
function minus(ranges: readonly SourceRange[], taken: readonly SourceRange[]): SourceRange[] {
  const left: SourceRange[] = [];
  for (const { start, end } of ranges) {
    let at = start;
    for (const cut of taken) {
      if (cut.end <= at || cut.start >= end) continue;
      if (cut.start > at) left.push({ start: at, end: cut.start });
      at = Math.max(at, cut.end);
    }
    if (at < end) left.push({ start: at, end });
  }
  return left;
}

/** Groups of splices that overlap, directly or through others, in source order. */
function components(splices: readonly Splice[]): Splice[][] {
  const group = splices.map((_, index) => index);
  const find = (index: number): number => {
    let at = index;
    while (group[at] !== at) at = group[at]!;
    return at;
  };
  const all = splices
    .flatMap((splice, index) => splice.ranges.map((range) => ({ ...range, index })))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  let reach = -1;
  let last = -1;
  for (const { start, end, index } of all) {
    if (start < reach) group[find(index)] = find(last);
    if (end > reach) {
      reach = end;
      last = index;
    }
  }
  const groups = new Map<number, Splice[]>();
  splices.forEach((splice, index) => {
    const root = find(index);
    const known = groups.get(root);
    if (known) known.push(splice);
    else groups.set(root, [splice]);
  });
  return [...groups.values()];
}
