import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AuditLog } from '#lib/audit';
import { DEVELOPMENT_TENANT, type SignInMethod } from '#lib/identity';
import type { Principal } from '#lib/kernel';
import { auditId } from '../admin/identity/audit-id.js';

/** Records who came in and who was refused, durable before any cookie leaves. */
@Injectable()
export class SignInAudit {
  constructor(private readonly audit: AuditLog) {}

  async opened(request: FastifyRequest, { tenantId, id, kind, mfa }: Principal, method: SignInMethod): Promise<void> {
    await this.audit.append([
      {
        tenantId,
        action: 'session.opened',
        actor: { id: auditId(id), kind },
        resource: { kind: 'session' },
        requestId: request.id,
        facts: { method, mfa: mfa ?? false },
      },
    ]);
  }

  /**
   * Names the person only if there is one of that name who could sign in: people type passwords into the wrong field.
   */
  async refused(
    request: FastifyRequest,
    refusal: {
      readonly method: SignInMethod;
      readonly code: string;
      readonly tenantId?: string;
      readonly known?: string;
    },
  ): Promise<void> {
    const { method, code, tenantId = DEVELOPMENT_TENANT, known } = refusal;
    await this.audit.append([
      {
        tenantId,
        action: 'sign_in.refused',
        actor: { id: 'pvg:unknown', kind: 'user' },
        resource: { kind: 'session', ...(known !== undefined && { id: auditId(known) }) },
        requestId: request.id,
        facts: { method, code },
      },
    ]);
  }
}
