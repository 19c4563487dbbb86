import type { DatabaseClient } from '#lib/database';
import { DomainError } from '#lib/kernel';

/** Asks for the erasure of a subject, for another person to approve. Asking again changes who asks. */
export async function requestErasure(
  c: DatabaseClient,
  tenantId: string,
  subjectId: string,
  requestedBy: string,
): Promise<void> {
  const { rowCount } = await c.query(
    `INSERT INTO erasure_request (tenant_id, subject_id, requested_by)
     SELECT $1, s.id, $3 FROM subject s WHERE s.tenant_id = $1 AND s.id = $2
     ON CONFLICT (tenant_id, subject_id) DO UPDATE SET requested_by = excluded.requested_by, requested_at = now()`,
    [tenantId, subjectId, requestedBy],
  );
  if (rowCount !== 1) throw new DomainError('resource.not_found', { publicMessage: 'There is no such subject.' });
}

/** Takes a request back. Gives whether there was one. */
export async function withdrawErasure(c: DatabaseClient, tenantId: string, subjectId: string): Promise<boolean> {
  const { rowCount } = await c.query('DELETE FROM erasure_request WHERE tenant_id = $1 AND subject_id = $2', [
    tenantId,
    subjectId,
  ]);
  return rowCount === 1;
}

/**
 * Refuses an erasure that takes two people and has one: `resource.conflict` when nobody has asked for it although a
 * collection of the subject's values needs that, `policy.denied` when who approves it is who asked. Uses the request up.
 */
export async function requireApproval(
  c: DatabaseClient,
  tenantId: string,
  subjectId: string,
  approvedBy: string | undefined,
): Promise<void> {
  const { rows } = await c.query<{ requested_by: string | null; needed: boolean }>(
    `SELECT (SELECT requested_by FROM erasure_request WHERE tenant_id = $1 AND subject_id = $2) AS requested_by,
            EXISTS (SELECT FROM collection k WHERE k.tenant_id = $1 AND (k.settings->>'erasureNeedsApproval')::boolean
                      AND EXISTS (SELECT FROM subject_value s JOIN vault_value v ON v.tenant_id = $1 AND v.token = s.token
                                  WHERE s.tenant_id = $1 AND s.subject_id = $2 AND v.collection_id = k.id)) AS needed`,
    [tenantId, subjectId],
  );
  const { requested_by: requestedBy, needed } = rows[0]!;
  if (requestedBy === null && !needed) return;
  if (requestedBy === null) {
    throw new DomainError('resource.conflict', {
      publicMessage: 'Erasing this subject takes two people. Ask for it first, and let another person approve it.',
      facts: { subjectId },
    });
  }
  if (approvedBy === undefined || approvedBy === requestedBy) {
    throw new DomainError('policy.denied', {
      publicMessage: 'Who asked for an erasure cannot approve it.',
      facts: { subjectId },
    });
  }
  await withdrawErasure(c, tenantId, subjectId);
}
