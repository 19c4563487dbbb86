import type { AuditEvent } from '#lib/audit';
import type { Principal } from '#lib/kernel';

/** Who an audit row names: the principal; where an application acts for somebody, the application and for whom. */
export function auditActor({ id, kind, actor }: Principal): AuditEvent['actor'] {
  return actor ? { id: actor.id, kind: actor.kind, onBehalfOf: id } : { id, kind };
}
