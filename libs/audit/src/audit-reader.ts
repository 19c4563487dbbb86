import type { Database } from '#lib/database';
import type { AuditRow } from './audit-chain.js';

/** Conditions are joined by "and". */
export interface AuditQuery {
  /** Only events that follow this sequence number in the order asked for. */
  readonly after?: number;
  readonly limit: number;
  /** `oldest` first by default. */
  readonly order?: 'oldest' | 'newest';
  readonly action?: string;
  readonly actorId?: string;
  /** The resource's id. A vault token also finds events that list it among others. */
  readonly resourceId?: string;
  readonly requestId?: string;
  /** Recorded at or after. */
  readonly from?: Date;
  /** Recorded before. */
  readonly until?: Date;
}

interface StoredRow {
  scheme: number;
  sequence: string;
  recorded_at: string;
  request_id: string;
  action: string;
  actor_id: string;
  resource_id: string | null;
  detail: string;
  hash: string;
}

const COLUMNS = `scheme, sequence, to_char(recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS recorded_at,
  request_id, action, actor_id, resource_id, detail, encode(hash, 'hex') AS hash`;

/** The rows of one tenant, of none other whatever is asked: row-level security holds. */
export async function readRows(database: Database, tenantId: string, query: AuditQuery): Promise<AuditRow[]> {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const newest = query.order === 'newest';
  const conditions = ['true'];
  if (query.after !== undefined) conditions.push(`sequence ${newest ? '<' : '>'} ${parameter(query.after)}`);
  if (query.action !== undefined) conditions.push(`action = ${parameter(query.action)}`);
  if (query.actorId !== undefined) conditions.push(`actor_id = ${parameter(query.actorId)}`);
  if (query.requestId !== undefined) conditions.push(`request_id = ${parameter(query.requestId)}`);
  if (query.resourceId !== undefined) {
    const id = parameter(query.resourceId);
    conditions.push(
      `sequence = ANY (ARRAY(SELECT e.sequence FROM audit_event e WHERE e.resource_id = ${id}
         UNION SELECT m.sequence FROM audit_mention m WHERE m.token = ${id}))`,
    );
  }
  if (query.from !== undefined) conditions.push(`recorded_at >= ${parameter(query.from)}`);
  if (query.until !== undefined) conditions.push(`recorded_at < ${parameter(query.until)}`);
  const { rows } = await database.withTenant(tenantId, (client) =>
    client.query<StoredRow>(
      `SELECT ${COLUMNS} FROM audit_event WHERE ${conditions.join(' AND ')}
       ORDER BY sequence ${newest ? 'DESC' : 'ASC'} LIMIT ${parameter(query.limit)}`,
      values,
    ),
  );
  return rows.map((row) => ({
    scheme: row.scheme,
    tenantId,
    sequence: Number(row.sequence),
    recordedAt: row.recorded_at,
    requestId: row.request_id,
    action: row.action,
    actorId: row.actor_id,
    resourceId: row.resource_id,
    detail: row.detail,
    hash: row.hash,
  }));
}
