import type { RevealLevel } from '#lib/kernel';
import { canonicalPolicy, policyHashSteps } from '../language/canonical-policy.js';
import { parsePolicy } from '../language/check-policy.js';
import type { PolicyDocument } from '../language/policy-document.js';
import { type CompiledPolicy, compilePolicySteps } from './compile-policy.js';
import { decide } from './decide.js';
import { cappedBy, type Decision, type DecisionRequest, type DecisionResource } from './decision.js';
import { atOnce, type Steps } from './slices.js';

/** The most that anybody sees of a resource, by its collection. */
export type CollectionCeiling = (resource: DecisionResource) => RevealLevel;

/** What the simulator asks: the policies alone, or under the ceilings of collections. */
export type Decider = Pick<PolicySnapshot, 'document' | 'decide' | 'atMost'>;

/**
 * The policies of a tenant as of one moment. A request takes one and keeps it to its end; a stream that outlives a change
 * of policy finishes under the snapshot it began with, and its audit rows name the hash.
 */
export class PolicySnapshot {
  private constructor(
    readonly hash: string,
    readonly policy: CompiledPolicy,
  ) {}

  /** @throws DomainError `policy.invalid`, so a stored document that no longer passes the checks is never enforced. */
  static of(input: unknown): PolicySnapshot {
    return PolicySnapshot.ofChecked(parsePolicy(input));
  }

  /** The same for a document that `parsePolicy` has just read. */
  static ofChecked(document: PolicyDocument): PolicySnapshot {
    return atOnce(PolicySnapshot.steps(document));
  }

  /** The same in steps, for a document that may be large. */
  static *steps(document: PolicyDocument): Steps<PolicySnapshot> {
    const hash = yield* policyHashSteps(document);
    return new PolicySnapshot(hash, yield* compilePolicySteps(document));
  }

  get document(): PolicyDocument {
    return this.policy.document;
  }

  /** The canonical text whose SHA-256 is `hash`. */
  get canonical(): string {
    return canonicalPolicy(this.document);
  }

  /** Pure; never throws; anything that can't be evaluated counts against the caller. */
  decide(request: DecisionRequest): Decision {
    return decide(this.policy, this.hash, request);
  }

  /** What the answer could be at most if everything that the request lacks were right. For the simulator; never enforced. */
  atMost(request: DecisionRequest): Decision {
    return decide(this.policy, this.hash, request, 'for');
  }

  /** The same policies under ceilings, which hold for `vault:Reveal`. */
  under(ceilingOf: CollectionCeiling): Decider {
    const cap = (request: DecisionRequest, decision: Decision) =>
      request.action === 'vault:Reveal' ? cappedBy(decision, ceilingOf(request.resource)) : decision;
    return {
      document: this.document,
      decide: (request) => cap(request, this.decide(request)),
      atMost: (request) => cap(request, this.atMost(request)),
    };
  }
}
