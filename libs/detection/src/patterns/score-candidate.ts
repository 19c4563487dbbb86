import type { InfoType } from '#lib/kernel';
import type { ContextHit } from '../context/context-index.js';
import type { ScoreStep } from '../finding.js';
import type { CandidateFinding, Evidence } from '../overlap/candidate-finding.js';
import type { Recognizer, Validation } from '../recognizer.js';

/** A candidate as its pattern or scan found it. */
export interface PatternMatch {
  readonly recognizer: Recognizer;
  readonly start: number;
  readonly end: number;
  readonly pattern: string;
  readonly type: InfoType;
  readonly score: number;
  readonly validScore: number;
  readonly validation: Validation;
  /** Score of a candidate whose check failed but that has context; undefined drops it. */
  readonly failedCheckScore: number | undefined;
}

const NEAR_MAX = 4;
/** No context lifts a score by more. */
export const CONTEXT_LIFT_MAX = 0.5;
const BOOST_LABEL = CONTEXT_LIFT_MAX;
const BOOST_NEAR = 0.41;
const BOOST_FAR = 0.32;
const STEP = 0.002;
/** A shape this telling stands above names and context in overlaps, as a passed check does. */
const TELLING = 0.8;
/** What a bare run of digits loses among other numbers, where one in ten passes any check digit. */
const TECHNICAL_PENALTY = 0.4;
const TECHNICAL_SURE = 0.9;
const VALID_SCORE_DEFAULT = 0.95;

export function validScoreOf(recognizer: Recognizer, own: number | undefined): number {
  return own ?? recognizer.validScore ?? VALID_SCORE_DEFAULT;
}

/** How much a context word at a distance lifts a score. */
export function contextBoost(hit: ContextHit): number {
  if (hit.distance === 0) return BOOST_LABEL;
  // The nearer word wins where two types claim the same digits.
  return (hit.distance <= NEAR_MAX ? BOOST_NEAR : BOOST_FAR) - hit.distance * STEP;
}

function counts(hit: ContextHit, { contextDistanceMax, contextBefore }: Recognizer): boolean {
  return hit.distance <= (contextDistanceMax ?? Number.POSITIVE_INFINITY) && !(contextBefore && hit.after);
}

/** The scored candidate; null when its check failed, or it needs context and has none. */
export function scoreCandidate(
  match: PatternMatch,
  found: ContextHit | undefined,
  isTechnical: (score: number) => boolean,
): CandidateFinding | null {
  const { recognizer, validation } = match;
  const hit = found && counts(found, recognizer) ? found : undefined;
  if (!hit && recognizer.requiresContext) return null;
  const path: ScoreStep[] = [{ reason: 'pattern', score: match.score }];
  let score = match.score;
  if (validation === 'invalid') {
    if (match.failedCheckScore === undefined || !hit) return null;
    score = match.failedCheckScore;
    path.push({ reason: 'check', score });
  } else if (validation === 'valid' && match.validScore > score) {
    score = match.validScore;
    path.push({ reason: 'check', score });
  }
  const evidence: Evidence =
    validation !== 'invalid' && (score >= TELLING || (validation === 'valid' && hit !== undefined))
      ? 'validated'
      : hit
        ? 'context'
        : 'weak';
  if (hit) {
    score = Math.min(1, score + contextBoost(hit));
    path.push({ reason: hit.distance === 0 ? 'label' : 'context', score });
  }
  if (!hit && score < TECHNICAL_SURE && isTechnical(score)) {
    score -= TECHNICAL_PENALTY;
    path.push({ reason: 'zone', score });
  }
  return {
    start: match.start,
    end: match.end,
    type: match.type,
    score,
    recognizer: recognizer.id,
    evidence,
    explanation: { pattern: match.pattern, validation, context: hit ? [hit.phrase] : [], path },
  };
}
