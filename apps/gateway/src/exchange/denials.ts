import { Injectable } from '@nestjs/common';
import { AuditLog } from '#lib/audit';
import { DomainError } from '#lib/kernel';
import { type Decision, type DecisionRequest, decisionRecord, type PolicySnapshot } from '#lib/policy';
import { auditActor } from './audit-actor.js';

export interface Denial {
  readonly requestId: string;
  /** What was asked of the policy, and what it said. */
  readonly asked: DecisionRequest;
  readonly decision: Decision;
  /** What said it. */
  readonly policy: PolicySnapshot;
}

const FACT_LENGTH_MAX = 200;

/** Refusals, each with its audit row, from which it can be decided again by another policy. */
@Injectable()
export class Denials {
  constructor(private readonly audit: AuditLog) {}

  /** Always throws: `policy.denied`, or `audit.unavailable` when the refusal cannot be recorded. */
  async refuse({ requestId, asked, decision, policy }: Denial): Promise<never> {
    const { principal, action, resource, context } = asked;
    const collection = resource.collectionId === '*' ? undefined : resource.collectionId;
    const record = decisionRecord(asked);
    const fits = Object.values(record)
      .flat()
      .every((fact) => String(fact).length <= FACT_LENGTH_MAX);
    await this.audit.append([
      {
        tenantId: principal.tenantId,
        action: 'decision.denied',
        actor: auditActor(principal),
        resource: { kind: 'action', id: action, ...(collection !== undefined && { collection }) },
        ...(context.purpose !== undefined && { purpose: context.purpose }),
        decision: { allowed: false, decidedBy: decision.decidedBy, policyHash: decision.policyHash },
        requestId,
        ...(fits && { facts: record }),
      },
    ]);
    throw new DomainError('policy.denied', {
      publicMessage: `This key may not do that here: it lacks ${action}${collection === undefined ? '' : ' in the collection or for the purpose it names'}.`,
      facts: { action, ...(helpsToStepUp(policy, asked) && { stepUp: 'mfa' }) },
    });
  }
}

/** Whether the same person would be allowed with a second factor: then it is worth asking for one. */
function helpsToStepUp(policy: PolicySnapshot, asked: DecisionRequest): boolean {
  if (asked.context.mfa !== false || asked.principal.kind !== 'user') return false;
  return policy.decide({ ...asked, context: { ...asked.context, mfa: true } }).allowed;
}
