import { Injectable } from '@nestjs/common';
import { type AuditEvent, AuditLog } from '#lib/audit';
import { auditActor } from '../exchange/audit-actor.js';
import { readExchangeHeaders } from '../exchange/exchange-headers.js';
import type { AuthenticatedRequest } from '../http/current-request.js';

export type AdminEvent = Pick<AuditEvent, 'action' | 'resource' | 'facts'>;

/**
 * Records what administrators do. A route records its change before it acknowledges it; one that reveals or destroys
 * records the intent first, so that nothing of the kind can happen unrecorded.
 */
@Injectable()
export class AdminAudit {
  constructor(private readonly audit: AuditLog) {}

  /** Durable when it resolves. Throws `audit.unavailable`. */
  async record(request: AuthenticatedRequest, ...events: readonly AdminEvent[]): Promise<void> {
    const { purpose } = readExchangeHeaders(request.headers);
    await this.audit.append(
      events.map((event) => ({
        ...event,
        tenantId: request.user.tenantId,
        actor: auditActor(request.user),
        ...(purpose !== undefined && { purpose }),
        requestId: request.id,
      })),
    );
  }
}
