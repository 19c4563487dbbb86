import { findVaultTokens } from '#lib/kernel';
import type { SegmentEdit } from '../segment.js';

/**
 * Splits an edit that rewrites a whole text (as reidentification does) into one per vault token, so that the text between
 * them keeps its own runs and styles. Returns the edit as it is when the text between the tokens was changed too.
 */
export function refineEdit(text: string, edit: SegmentEdit): readonly SegmentEdit[] {
  const original = text.slice(edit.start, edit.end);
  const tokens = findVaultTokens(original);
  if (tokens.length === 0 || (tokens.length === 1 && tokens[0]!.start === 0 && tokens[0]!.end === original.length)) {
    return [edit];
  }
  const refined: SegmentEdit[] = [];
  const first = original.slice(0, tokens[0]!.start);
  if (!edit.text.startsWith(first)) return [edit];
  let at = first.length;
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    const between = original.slice(token.end, next?.start ?? original.length);
    const end = next ? edit.text.indexOf(between, at) : edit.text.length - between.length;
    if (end < at || !edit.text.startsWith(between, end)) return [edit];
    refined.push({ start: edit.start + token.start, end: edit.start + token.end, text: edit.text.slice(at, end) });
    at = end + between.length;
  }
  return refined.filter(({ start, end, text: value }) => value !== text.slice(start, end));
}
