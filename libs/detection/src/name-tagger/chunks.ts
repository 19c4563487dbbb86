import { isBlank, isLineBreak } from './characters.js';

/** Code units a chunk has at most. What depends on a whole text (language, evidence) depends on its chunk. */
const CHUNK_UNITS_MAX = 65_536;
const LOOK_BACK_UNITS = 8_192;

/**
 * Cuts a text into pieces of bounded size, `[start, end)`: after a line break, else after a blank, else between two code
 * points. Bounds memory, and keeps the work per code unit the same whatever the size of the text.
 */
export function* chunks(text: string): Generator<readonly [number, number]> {
  let start = 0;
  while (text.length - start > CHUNK_UNITS_MAX) {
    const end = cutBefore(text, start + CHUNK_UNITS_MAX);
    yield [start, end];
    start = end;
  }
  if (start < text.length) yield [start, text.length];
}

function cutBefore(text: string, end: number): number {
  for (const isCut of [isLineBreak, isBlank]) {
    for (let at = end; at > end - LOOK_BACK_UNITS; at--) if (isCut(text.charCodeAt(at - 1))) return at;
  }
  const unit = text.charCodeAt(end);
  return unit >= 0xdc00 && unit < 0xe000 ? end - 1 : end;
}
