import { Injectable } from '@nestjs/common';
import { AuditLog } from '#lib/audit';
import { DomainError, type Principal } from '#lib/kernel';
import type { Action, Decision } from '#lib/policy';

export interface Denial {
  readonly principal: Principal;
  readonly requestId: string;
  readonly action: Action;
  readonly decision: Decision;
  readonly collectionId?: string;
  readonly purpose?: string;
}

/** Refusals, each with its audit row. */
@Injectable()
export class Denials {
  constructor(private readonly audit: AuditLog) {}

  /** Always throws: `policy.denied`, or `audit.unavailable` when the refusal cannot be recorded. */
  async refuse({ principal, requestId, action, decision, collectionId, purpose }: Denial): Promise<never> {
    await this.audit.append([
      {
        tenantId: principal.tenantId,
        action: 'decision.denied',
        actor: { id: principal.id, kind: principal.kind },
        resource: { kind: 'action', id: action, ...(collectionId !== undefined && { collection: collectionId }) },
        ...(purpose !== undefined && { purpose }),
        decision: { allowed: false, decidedBy: decision.decidedBy, policyHash: decision.policyHash },
        requestId,
      },
    ]);
    throw new DomainError('policy.denied', {
      publicMessage: `This key may not do that here: it lacks ${action}${collectionId === undefined ? '' : ' in the collection or for the purpose it names'}.`,
      facts: { action },
    });
  }
}
