import type { Edit } from '#lib/kernel';
import type { TextLayer } from './text-layer.js';

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/**
 * The edit of the body that makes `layer`'s text become `text` and leaves the spelling of what both begin and end with.
 * Null when nothing changes. Never cuts a surrogate pair, whose halves could not be encoded apart.
 */
export function replaceText(layer: TextLayer, text: string): Edit | null {
  const from = layer.text;
  if (from === text) return null;
  const shorter = Math.min(from.length, text.length);
  let start = 0;
  while (start < shorter && from.charCodeAt(start) === text.charCodeAt(start)) start += 1;
  if (start > 0 && isHighSurrogate(from.charCodeAt(start - 1))) start -= 1;
  let tail = 0;
  while (
    tail < shorter - start &&
    from.charCodeAt(from.length - 1 - tail) === text.charCodeAt(text.length - 1 - tail)
  ) {
    tail += 1;
  }
  if (tail > 0 && isLowSurrogate(from.charCodeAt(from.length - tail))) tail -= 1;
  return layer.lift({ start, end: from.length - tail, text: text.slice(start, text.length - tail) });
}
