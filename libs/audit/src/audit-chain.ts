import { hash } from 'node:crypto';
import type { AuditEvent, AuditRecord } from './audit-event.js';

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

export type RowContent = Omit<AuditRow, 'scheme' | 'sequence' | 'recordedAt' | 'hash'>;

/**
 * SHA-256 (FIPS 180-4) over the UTF-8 of eight lines: `pvg-audit/1`, tenant, request, action, actor, resource (empty for
 * none), the byte length of the detail, the detail. No field but the last can hold a line break, so two different contents
 * never give the same text.
 */
export function contentDigest(row: RowContent): string {
  const lines = `pvg-audit/1\n${row.tenantId}\n${row.requestId}\n${row.action}\n${row.actorId}\n${row.resourceId ?? ''}`;
  return hash('sha256', `${lines}\n${Buffer.byteLength(row.detail)}\n${row.detail}`);
}

const TIME_LENGTH = 24;
/** Filled anew for each row; only its hash leaves `rowHash`. */
const LINK = Buffer.alloc(72 + TIME_LENGTH);

/**
 * The hash of a row that follows `previous`, by scheme 1: SHA-256 over the previous hash (32 bytes), the content's digest
 * (32), the sequence number (8, big-endian) and the time (24, ASCII). Null for a scheme that this version does not know.
 *
 * INVARIANT: `audit_append` in migrations/ computes the same.
 */
export function rowHash(row: AuditRow, previous: string): string | null {
  if (row.scheme !== 1 || row.recordedAt.length !== TIME_LENGTH) return null;
  LINK.write(previous, 0, 'hex');
  LINK.write(contentDigest(row), 32, 'hex');
  LINK.writeUInt32BE(Math.floor(row.sequence / 2 ** 32), 64);
  LINK.writeUInt32BE(row.sequence % 2 ** 32, 68);
  LINK.write(row.recordedAt, 72, 'latin1');
  return hash('sha256', LINK);
}

/** Whether another row could give the same text: by a line break that moves text to the next field, or an empty resource. */
export function isAmbiguous(row: AuditRow): boolean {
  const fields = `${row.tenantId}${row.requestId}${row.action}${row.actorId}${row.resourceId}`;
  return row.resourceId === '' || fields.includes('\n');
}

/** An event as the row that it will be, but for what the database adds. */
export function contentOf(event: AuditEvent): RowContent {
  return {
    tenantId: event.tenantId,
    requestId: event.requestId,
    action: event.action,
    actorId: event.actor.id,
    resourceId: event.resource.id ?? null,
    detail: detailOf(event),
  };
}

/** The part of an event that has no column of its own, in canonical JSON: the keys stand here in their order. */
function detailOf({ actor, decision, facts, purpose, reason, resource }: AuditEvent): string {
  return JSON.stringify({
    actor: { kind: actor.kind, onBehalfOf: actor.onBehalfOf },
    decision: decision && {
      allowed: decision.allowed,
      decidedBy: decision.decidedBy,
      level: decision.level,
      policyHash: decision.policyHash,
    },
    facts: facts && Object.fromEntries(Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1))),
    purpose,
    reason,
    resource: { collection: resource.collection, infoType: resource.infoType, kind: resource.kind },
  });
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
