import type { Principal } from '#lib/kernel';
import type { DecisionRequest } from '../evaluator/decision.js';
import { PolicySnapshot } from '../evaluator/policy-snapshot.js';
import { POLICY_VERSION } from '../language/policy-document.js';

/** A principal of tenant `acme` that may name any purpose and collection. */
export function principalWith(given: Partial<Principal> = {}): Principal {
  return {
    tenantId: 'acme',
    id: 'ann',
    kind: 'user',
    roles: [],
    groups: [],
    purposes: ['*'],
    collections: ['*'],
    attributes: {},
    ...given,
  };
}

type Given = {
  principal?: Partial<Principal>;
  action?: DecisionRequest['action'];
  resource?: Partial<DecisionRequest['resource']>;
  context?: Partial<DecisionRequest['context']>;
};

/** Ann asks to see an e-mail address of acme's customers, unless said otherwise. */
export function requestWith({ principal, action = 'vault:Reveal', resource, context }: Given = {}): DecisionRequest {
  return {
    principal: principalWith(principal),
    action,
    resource: { tenantId: 'acme', collectionId: 'customers', infoType: 'EMAIL', ...resource },
    context: { now: new Date('2026-12-01T09:00:00Z'), ...context },
  };
}

export function policyOf(...statements: readonly object[]): unknown {
  return { version: POLICY_VERSION, statements };
}

export function snapshotOf(...statements: readonly object[]): PolicySnapshot {
  return PolicySnapshot.of(policyOf(...statements));
}
