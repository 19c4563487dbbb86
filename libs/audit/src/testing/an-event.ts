import type { AuditEvent } from '../audit-event.js';

/** An event for tests that care about one or two of its fields. */
export function anEvent(
  tenantId: string,
  o: { action?: string; actorId?: string; requestId?: string; resourceId?: string; tokens?: string[] } = {},
): AuditEvent {
  return {
    tenantId,
    action: o.action ?? 'vault_token.revealed',
    actor: { id: o.actorId ?? 'support-desk', kind: 'service' },
    resource: {
      kind: 'vault_token',
      infoType: 'EMAIL',
      collection: 'default',
      ...(o.resourceId && { id: o.resourceId }),
    },
    purpose: 'case-handling',
    decision: { level: 'masked', allowed: true, decidedBy: ['SupportMasked'], policyHash: '5f2b'.repeat(16) },
    requestId: o.requestId ?? '0b0c7e2e-6f3f-4c39-9df5-1f2f3a4b5c6d',
    facts: { surface: 'chat', ...(o.tokens && { tokens: o.tokens }) },
  };
}
