import type { InfoType } from '#lib/kernel';
import type { Explanation } from '../finding.js';

/**
 * How sure we are of the kind of evidence, strongest last. A stronger one wins an overlap whatever its length; within one,
 * the longer, then the higher score.
 */
export const EVIDENCE = ['weak', 'tagger', 'context', 'validated', 'configured'] as const;
export type Evidence = (typeof EVIDENCE)[number];

/** A finding before overlaps are resolved, in offsets of the normalised text. */
export interface CandidateFinding {
  readonly start: number;
  readonly end: number;
  readonly type: InfoType;
  readonly score: number;
  readonly recognizer: string;
  readonly evidence: Evidence;
  readonly explanation: Explanation;
}
