import { Injectable } from '@nestjs/common';
import { type AuditEvent, AuditLog } from '#lib/audit';
import type { ExchangeScope } from '#lib/deidentification';
import { auditActor } from '../../exchange/audit-actor.js';
import { ExchangeScopes } from '../../exchange/exchange-scopes.js';
import type { AuthenticatedRequest } from '../../http/current-request.js';

/**
 * Asks the policy for what is done to a subject, and records it. A subject's values lie in any collection, so the right is
 * asked of all of them; a policy may limit it to certain subjects (`resource.subject`). It is asked before anything is
 * looked up: a refusal says nothing about whether the subject exists.
 */
@Injectable()
export class SubjectAccess {
  constructor(
    private readonly scopes: ExchangeScopes,
    private readonly audit: AuditLog,
  ) {}

  async open(request: AuthenticatedRequest, subject?: string): Promise<ExchangeScope> {
    return this.scopes.open({ request, collectionId: '*', ...(subject !== undefined && { subject }) });
  }

  async record(
    { principal, context, requestId }: ExchangeScope,
    action: string,
    id: string,
    facts: NonNullable<AuditEvent['facts']> = {},
  ): Promise<void> {
    await this.audit.append([
      {
        tenantId: principal.tenantId,
        action,
        actor: auditActor(principal),
        resource: { kind: 'subject', id },
        ...(context.purpose !== undefined && { purpose: context.purpose }),
        ...(context.reason !== undefined && { reason: context.reason }),
        requestId,
        facts,
      },
    ]);
  }
}
