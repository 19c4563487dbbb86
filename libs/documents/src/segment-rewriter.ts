import type { Segment, SegmentEdits } from './segment.js';

/**
 * What the caller does with the texts of a document: detects and tokenizes them, or puts values back. Called in document
 * order, one call at a time; a failure ends the file. The same rewriter reads the output again (see `DocumentOptions.recheck`),
 * so it must leave alone what it wrote itself, as detection does with vault tokens.
 */
export interface SegmentRewriter {
  rewrite(segments: readonly Segment[]): Promise<SegmentEdits>;
}

/** Makes a rewriter that only looks. */
export function visitor(visit: (segments: readonly Segment[]) => Promise<void> | void): SegmentRewriter {
  return {
    async rewrite(segments) {
      await visit(segments);
      return new Map();
    },
  };
}
