import type { RevealLevel } from '#lib/kernel';
import type { Decision, DecisionRequest } from '../evaluator/decision.js';
import { PolicySnapshot } from '../evaluator/policy-snapshot.js';
import type { Steps } from '../evaluator/slices.js';
import { mergePolicySteps } from './merge-policies.js';

/** A version in shadow mode: what would be in force if it were active. Never enforced. */
export interface ShadowPolicy {
  readonly policyId: string;
  readonly version: number;
  readonly snapshot: PolicySnapshot;
}

/** A decision that a shadow would have made otherwise; for the audit row of the enforced one. */
export interface ShadowDifference {
  readonly policyId: string;
  readonly version: number;
  readonly allowed: boolean;
  readonly level: RevealLevel;
  readonly decidedBy: readonly string[];
  readonly policyHash: string;
}

export interface StoredPolicy {
  readonly policyId: string;
  readonly version: number;
  readonly active: boolean;
  readonly document: unknown;
}

/** A shadow that can't be read is left out: it decides nothing, and must not keep the active policies from deciding. */
export function* shadowSteps(stored: readonly StoredPolicy[]): Steps<ShadowPolicy[]> {
  const shadows: ShadowPolicy[] = [];
  for (const { policyId, version, document } of stored.filter((one) => !one.active)) {
    const others = stored.filter((one) => one.active && one.policyId !== policyId).map((one) => one.document);
    try {
      const merged = yield* mergePolicySteps([...others, document]);
      shadows.push({ policyId, version, snapshot: yield* PolicySnapshot.steps(merged) });
    } catch {
      // Left out.
    }
  }
  return shadows;
}

/** What shadows would have decided otherwise than what was enforced. */
export function shadowDifferences(
  shadows: readonly ShadowPolicy[],
  request: DecisionRequest,
  enforced: Decision,
): ShadowDifference[] {
  return shadows.flatMap(({ policyId, version, snapshot }) => {
    const { allowed, level, decidedBy, policyHash } = snapshot.decide(request);
    if (allowed === enforced.allowed && level === enforced.level) return [];
    return [{ policyId, version, allowed, level, decidedBy, policyHash }];
  });
}
