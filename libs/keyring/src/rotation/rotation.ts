import { randomUUID } from 'node:crypto';
import { type DatabaseClient, isUniqueViolation } from '#lib/database';
import { DomainError } from '#lib/kernel';

/** `search` is no key's: it fills the indexes of ways of searching that were declared after values were stored. */
export type RotationKind = 'kek' | 'data' | 'index' | 'search';

/** `compromise`: the old key is destroyed as soon as nothing is under it. */
export type RotationReason = 'scheduled' | 'compromise';

/** A rotation and how far it is. Whatever process goes on with it finds its place here. */
export interface Rotation {
  readonly id: string;
  readonly kind: RotationKind;
  readonly state: 'running' | 'paused' | 'done';
  readonly reason: RotationReason;
  readonly fromVersion: number | null;
  readonly toVersion: number | null;
  readonly rowsTotal: number;
  readonly rowsDone: number;
  /** Where the next batch begins. */
  readonly resumeAfter: string;
  readonly startedAt: Date;
  readonly updatedAt: Date;
}

const COLUMNS = `id, kind, state, reason, from_version AS "fromVersion", to_version AS "toVersion", rows_total::int8 AS "rowsTotal",
  rows_done::int8 AS "rowsDone", resume_after AS "resumeAfter", started_at AS "startedAt", updated_at AS "updatedAt"`;

/** Throws `keyring.busy` when one of the kind is running or paused: two at once would each retire what the other writes. */
export async function insertRotation(
  c: DatabaseClient,
  tenantId: string,
  rotation: Pick<Rotation, 'kind' | 'reason' | 'fromVersion' | 'toVersion' | 'rowsTotal'>,
): Promise<Rotation> {
  try {
    const { rows } = await c.query<Rotation>(
      `INSERT INTO key_rotation (tenant_id, id, kind, state, reason, from_version, to_version, rows_total)
       VALUES ($1, $2, $3, 'running', $4, $5, $6, $7) RETURNING ${COLUMNS}`,
      [
        tenantId,
        randomUUID(),
        rotation.kind,
        rotation.reason,
        rotation.fromVersion,
        rotation.toVersion,
        rotation.rowsTotal,
      ],
    );
    return parsed(rows[0]!);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new DomainError('keyring.busy', {
      publicMessage: 'A rotation of this kind is running. Let it end first.',
      facts: { tenantId, kind: rotation.kind },
    });
  }
}

/** Locks the rotation for one batch, so that two processes take turns. Throws `keyring.unknown_key` for an unknown one. */
export async function lockRotation(c: DatabaseClient, tenantId: string, id: string): Promise<Rotation> {
  const { rows } = await c.query<Rotation>(
    `SELECT ${COLUMNS} FROM key_rotation WHERE tenant_id = $1 AND id = $2 FOR UPDATE`,
    [tenantId, id],
  );
  if (rows[0]) return parsed(rows[0]);
  throw new DomainError('resource.not_found', { publicMessage: 'There is no such rotation.' });
}

/** Moves a rotation on, in the transaction of the batch itself. */
export async function advanceRotation(
  c: DatabaseClient,
  tenantId: string,
  rotation: Rotation,
  step: { readonly rows: number; readonly resumeAfter?: string; readonly done?: boolean },
): Promise<Rotation> {
  const { rows } = await c.query<Rotation>(
    `UPDATE key_rotation SET rows_done = rows_done + $3, resume_after = $4, state = $5, updated_at = now()
     WHERE tenant_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
    [tenantId, rotation.id, step.rows, step.resumeAfter ?? rotation.resumeAfter, step.done ? 'done' : rotation.state],
  );
  return parsed(rows[0]!);
}

/**
 * Pauses a rotation, or lets it go on; what it has done stays done. While it is paused none of its kind begins. Gives it as it
 * is then: one that is done stays so. Throws `resource.not_found`.
 */
export async function setRotationState(
  c: DatabaseClient,
  tenantId: string,
  id: string,
  state: 'running' | 'paused',
): Promise<Rotation> {
  const { rows } = await c.query<Rotation>(
    `UPDATE key_rotation SET state = CASE state WHEN 'done' THEN state ELSE $3 END, updated_at = now()
     WHERE tenant_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
    [tenantId, id, state],
  );
  if (rows[0]) return parsed(rows[0]);
  throw new DomainError('resource.not_found', { publicMessage: 'There is no such rotation.' });
}

/** Rotations of a tenant, running ones first, then the newest. */
export async function listRotations(c: DatabaseClient, tenantId: string, limit = 50): Promise<Rotation[]> {
  const { rows } = await c.query<Rotation>(
    `SELECT ${COLUMNS} FROM key_rotation WHERE tenant_id = $1 ORDER BY (state = 'running') DESC, started_at DESC LIMIT $2`,
    [tenantId, limit],
  );
  return rows.map(parsed);
}

/** `pg` gives bigint as text. */
function parsed(row: Rotation): Rotation {
  return { ...row, rowsTotal: Number(row.rowsTotal), rowsDone: Number(row.rowsDone) };
}
