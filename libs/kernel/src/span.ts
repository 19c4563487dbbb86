/** A half-open range `[start, end)` of UTF-16 code units, as `String.prototype.slice` takes it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Replaces the text of `[start, end)` by `text`. Edits of one text never overlap. */
export interface Edit extends Span {
  readonly text: string;
}

/**
 * Applies edits to a text. The edits are given in any order and in offsets of the original text.
 * Throws a RangeError when two overlap or one lies outside the text.
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return text;
  const sorted = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  let out = '';
  let at = 0;
  for (const edit of sorted) {
    if (edit.start < at || edit.end < edit.start || edit.end > text.length) {
      throw new RangeError(`edit [${edit.start}, ${edit.end}) overlaps another or lies outside the text`);
    }
    out += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return out + text.slice(at);
}
