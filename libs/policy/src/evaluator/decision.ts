import { type InfoClass, type InfoType, levelRank, type Principal, type RevealLevel } from '#lib/kernel';
import type { Action } from '../language/actions.js';

/** What is asked for. Every field that is absent counts against the caller. */
export interface DecisionRequest {
  readonly principal: Principal;
  readonly action: Action;
  readonly resource: DecisionResource;
  readonly context: DecisionContext;
}

export interface DecisionResource {
  readonly tenantId: string;
  /**
   * A slug; or `*` for an action on the tenant as a whole, or on every collection at once (which needs a principal that was
   * granted all collections and an allow for all of them).
   */
  readonly collectionId: string;
  readonly infoType?: InfoType;
  /** Derived from the info type when absent. */
  readonly infoClass?: InfoClass;
  readonly region?: string | null;
  readonly subject?: string | null;
  readonly origins?: readonly string[];
  readonly tags?: readonly string[];
}

export interface DecisionContext {
  readonly now: Date;
  readonly purpose?: string;
  readonly reason?: string;
  readonly mfa?: boolean;
  readonly sourceIp?: string;
  readonly model?: string;
  readonly tool?: string;
  readonly conversation?: string;
  /** The value was supplied in the same exchange by this caller. */
  readonly suppliedByCaller?: boolean;
}

export interface Decision {
  /** For `vault:Reveal`: something at all may be shown (`level` above `omit`). For other actions: granted. */
  readonly allowed: boolean;
  /** How much of the value is shown. For other actions than `vault:Reveal`: `token` when allowed, else `omit`. */
  readonly level: RevealLevel;
  /** The sids that made this the answer: the denies that capped or refused, else the allows. Empty: by default. */
  readonly decidedBy: readonly string[];
  /** Every sid that matched. */
  readonly matched: readonly string[];
  /** Attributes that a relevant statement reads and the request lacks: with them the answer might differ. */
  readonly missingContext: readonly string[];
  readonly policyHash: string;
}

/** Names in `decidedBy` that are rules of the evaluator itself, not statements (a sid holds no colon). */
export const BUILT_IN = {
  otherTenant: 'pvg:OtherTenant',
  collectionNotGranted: 'pvg:CollectionNotGranted',
  purposeNotGranted: 'pvg:PurposeNotGranted',
  collectionCeiling: 'pvg:CollectionCeiling',
  scopeNotGranted: 'pvg:ScopeNotGranted',
  purposeCeiling: 'pvg:PurposeCeiling',
  evaluationFailed: 'pvg:EvaluationFailed',
} as const;

/** The decision, but no more than the ceiling of the value's collection: policies can't raise it. */
export function cappedBy<D extends Pick<Decision, 'allowed' | 'level' | 'decidedBy'>>(
  decision: D,
  ceiling: RevealLevel,
): D {
  if (levelRank(decision.level) <= levelRank(ceiling)) return decision;
  return {
    ...decision,
    allowed: ceiling !== 'omit',
    level: ceiling,
    decidedBy: [...decision.decidedBy, BUILT_IN.collectionCeiling],
  };
}
