import type { Piece, Segment } from '../segment.js';

/** A stretch of a segment's text that is read as something else: nothing (markup) or a space (a line end). */
export interface Joint {
  readonly start: number;
  readonly end: number;
  readonly as: '' | ' ';
}

/**
 * A second reading of a segment, with the given stretches dropped or read as a space, so that markup or a line end inside a
 * value does not hide it. Null when there is nothing to read otherwise. Joints ascend and don't overlap.
 */
export function joinedReading(segment: Segment, joints: readonly Joint[]): Segment | null {
  if (joints.length === 0) return null;
  let text = '';
  let at = 0;
  const pieces: Piece[] = [];
  const copy = (to: number): void => {
    if (to <= at) return;
    const shift = text.length - at;
    for (const piece of segment.pieces) {
      if (piece.to <= at || piece.from >= to) continue;
      const from = Math.max(piece.from, at);
      const end = Math.min(piece.to, to);
      const even = piece.to - piece.from === piece.end - piece.start;
      pieces.push({
        from: from + shift,
        to: end + shift,
        start: even ? piece.start + from - piece.from : piece.start,
        end: even ? piece.end - (piece.to - end) : piece.end,
        encoding: piece.encoding,
      });
    }
    text += segment.text.slice(at, to);
    at = to;
  };
  for (const { start, end, as } of joints) {
    copy(start);
    text += as;
    at = end;
  }
  copy(segment.text.length);
  return { ...segment, view: 'joined', text, pieces };
}

const LINE_END = /(?<=\S)[ \t]*(?:-|\u00ad)?(?:\r\n|\r|\n)[ \t>]*(?=\S)|[\t\u00a0]|(?<=\S) {2,}(?=\S)/g;

/**
 * Line ends, tabs and runs of spaces inside a block. A hyphen at a line's end is dropped with it between small letters and
 * stays between digits; a line end beside an `@` is nothing.
 */
export function lineJoints(text: string): Joint[] {
  return [...text.matchAll(LINE_END)].map((match) => {
    const start = match.index;
    const end = start + match[0].length;
    const [before, after] = [text[start - 1] ?? '', text[end] ?? ''];
    if (/[-\u00ad]/.test(match[0])) {
      if (/\p{Ll}/u.test(before) && /\p{Ll}/u.test(after)) return { start, end, as: '' };
      if (/\d/.test(before) && /\d/.test(after)) return { start: start + match[0].indexOf('-') + 1, end, as: '' };
    }
    return { start, end, as: /[\r\n]/.test(match[0]) && (before === '@' || after === '@') ? '' : ' ' };
  });
}
