import { hash } from 'node:crypto';
import type { AuditEvent, AuditRecord } from './audit-event.js';
import { canonicalJson, type Json } from './canonical-json.js';

/** A row of the log, as it is stored, exported and verified: every field but the hash goes into the hash. */
export interface AuditRow {
  readonly scheme: number;
  readonly tenantId: string;
  readonly sequence: number;
  /** ISO 8601, UTC, milliseconds. */
  readonly recordedAt: string;
  readonly requestId: string;
  readonly action: string;
  readonly actorId: string;
  readonly resourceId: string | null;
  /** The rest of the event in canonical JSON, byte for byte as it was hashed. */
  readonly detail: string;
  /** Hexadecimal. */
  readonly hash: string;
}

/** The place of a chain up to which something is known. */
export interface ChainHead {
  readonly sequence: number;
  readonly hash: string;
}

/** What the first row of a chain follows. */
export const GENESIS: ChainHead = { sequence: 0, hash: '0'.repeat(64) };

/**
 * The hash of a row that follows `previous`; null for a scheme that this version does not know.
 *
 * Scheme 1 is SHA-256 (FIPS 180-4) over the UTF-8 of eleven lines: `pvg-audit/1`, tenant, sequence, time, the previous
 * hash, request, action, actor, resource (empty for none), the byte length of the detail, the detail. No field but the
 * last can hold a line break, so two different rows never give the same text.
 *
 * INVARIANT: `audit_append` in migrations/ computes the same.
 */
export function rowHash(row: AuditRow, previous: string): string | null {
  if (row.scheme !== 1) return null;
  const lines = `pvg-audit/1\n${row.tenantId}\n${row.sequence}\n${row.recordedAt}\n${previous}\n${row.requestId}\n${row.action}\n${row.actorId}\n${row.resourceId ?? ''}`;
  return hash('sha256', `${lines}\n${Buffer.byteLength(row.detail)}\n${row.detail}`);
}

/** Whether another row could give the same text: by a line break that moves text to the next field, or an empty resource. */
export function isAmbiguous(row: AuditRow): boolean {
  const fields = `${row.tenantId}${row.recordedAt}${row.requestId}${row.action}${row.actorId}${row.resourceId}`;
  return row.resourceId === '' || fields.includes('\n');
}

/** The part of an event that has no column of its own. */
export function detailOf(event: AuditEvent): string {
  const { actor, resource, purpose, reason, decision, facts } = event;
  const { id: _actorId, ...actorRest } = actor;
  const { id: _resourceId, ...resourceRest } = resource;
  return canonicalJson({
    actor: actorRest,
    resource: resourceRest,
    purpose,
    reason,
    decision,
    facts,
  } as unknown as Json);
}

export function recordOf(row: AuditRow): AuditRecord {
  const detail = JSON.parse(row.detail) as Omit<AuditEvent, 'tenantId' | 'action' | 'requestId'>;
  return {
    ...detail,
    sequence: row.sequence,
    recordedAt: row.recordedAt,
    tenantId: row.tenantId,
    requestId: row.requestId,
    action: row.action,
    actor: { ...detail.actor, id: row.actorId },
    resource: { ...detail.resource, ...(row.resourceId !== null && { id: row.resourceId }) },
    hash: row.hash,
  };
}
