import { findVaultTokens, type TextKind } from '#lib/kernel';
import type { Piece, Segment } from '../segment.js';
import { plain } from '../splice/encodings.js';
import type { EditableText } from '../splice/source-text.js';
import { type ColumnPolicy, localText } from './column-policies.js';

/** Four words or more are prose; fewer are data, where a name needs no sentence around it. */
export function kindOf(text: string): TextKind {
  return /\S\s+\S+\s+\S+\s+\S/.test(text) ? 'prose' : 'data';
}

/** Whether a cell is one vault token already, so that a second run leaves it. */
export function isToken(text: string): boolean {
  const [first] = text.includes('_') ? findVaultTokens(text) : [];
  return first !== undefined && first.start === 0 && first.end === text.length;
}

/** The piece of a text that is its own source. */
export function wholePiece(text: string): Piece[] {
  return [{ from: 0, to: text.length, start: 0, end: text.length, encoding: plain }];
}

/** A cell that a local policy changes, without the rewriter. */
export function localCell(segment: Segment, policy: ColumnPolicy): EditableText {
  const { text } = segment;
  return {
    source: text,
    segments: [],
    render: (_edits, log) => {
      const changed = localText(policy, text);
      const type = policy.kind === 'local' ? policy.type : 'OTHER';
      if (changed !== text) log?.spliced(segment, { start: 0, end: text.length, text: changed, type });
      return changed;
    },
  };
}
