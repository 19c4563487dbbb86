import type { Database, DatabaseClient } from '#lib/database';
import type { VaultToken } from '#lib/kernel';

/** Leaves tombstones: the tokens stay issued, so that they are never issued again, and resolve to nothing for ever. */
export async function endValues(
  c: DatabaseClient,
  tenantId: string,
  tokens: readonly string[],
  ended: 'erased' | 'expired' | 'used' | 'deleted',
): Promise<void> {
  if (tokens.length === 0) return;
  await c.query('DELETE FROM blind_index WHERE tenant_id = $1 AND token = ANY($2::text[])', [tenantId, tokens]);
  await c.query('DELETE FROM value_mention WHERE tenant_id = $1 AND token = ANY($2::text[])', [tenantId, tokens]);
  await c.query('DELETE FROM value_form WHERE tenant_id = $1 AND token = ANY($2::text[])', [tenantId, tokens]);
  await c.query(
    'DELETE FROM subject_link_proposal WHERE tenant_id = $1 AND (token_a = ANY($2::text[]) OR token_b = ANY($2::text[]))',
    [tenantId, tokens],
  );
  await c.query(
    `UPDATE vault_value SET ciphertext = NULL, data_key_id = NULL, ended = $3, origins = '{}', tags = '{}', region = NULL
     WHERE tenant_id = $1 AND token = ANY($2::text[])`,
    [tenantId, tokens, ended],
  );
}

/** A value of which no subject is under legal hold. */
const NOT_HELD = `NOT EXISTS (SELECT FROM subject_value s JOIN subject h ON h.tenant_id = s.tenant_id AND h.id = s.subject_id
  WHERE s.tenant_id = v.tenant_id AND s.token = v.token AND h.hold_reason IS NOT NULL)`;

/** Ends values on request, except those that a subject's legal hold keeps. Gives the tokens ended. */
export async function deleteValues(
  database: Database,
  tenantId: string,
  tokens: readonly VaultToken[],
): Promise<VaultToken[]> {
  return database.withTenant(tenantId, async (c) => {
    const { rows } = await c.query<{ token: VaultToken }>(
      `SELECT v.token FROM vault_value v WHERE v.tenant_id = $1 AND v.token = ANY($2::text[]) AND v.ciphertext IS NOT NULL
         AND ${NOT_HELD} ORDER BY v.token FOR UPDATE OF v`,
      [tenantId, tokens],
    );
    const found = rows.map((row) => row.token);
    await endValues(c, tenantId, found, 'deleted');
    await unlinkValues(c, tenantId, found);
    return found;
  });
}

/** How long the answers to bulk requests are kept for repetition. */
const BULK_ANSWER_DAYS = 7;

/** One batch of the retention job: what has expired or was used becomes a tombstone. Several workers may run it at once. */
export async function endPassedValues(database: Database, tenantId: string, limit: number): Promise<number> {
  return database.withTenant(tenantId, async (c) => {
    const { rows } = await c.query<{ token: string; used: boolean }>(
      `SELECT v.token, v.used_at IS NOT NULL AS used FROM vault_value v
       WHERE v.tenant_id = $1 AND v.ciphertext IS NOT NULL
         AND (v.expires_at <= clock_timestamp() OR v.used_at IS NOT NULL) AND ${NOT_HELD}
       ORDER BY v.token LIMIT $2 FOR UPDATE OF v SKIP LOCKED`,
      [tenantId, limit],
    );
    for (const [ended, used] of [
      ['used', true],
      ['expired', false],
    ] as const) {
      const tokens = rows.filter((row) => row.used === used).map((row) => row.token);
      await endValues(c, tenantId, tokens, ended);
      await unlinkValues(c, tenantId, tokens);
    }
    await c.query(
      `DELETE FROM bulk_batch WHERE tenant_id = $1 AND created_at < now() - $2::integer * interval '1 day'`,
      [tenantId, BULK_ANSWER_DAYS],
    );
    return rows.length;
  });
}

async function unlinkValues(c: DatabaseClient, tenantId: string, tokens: readonly string[]): Promise<void> {
  await c.query('DELETE FROM subject_value WHERE tenant_id = $1 AND token = ANY($2::text[])', [tenantId, tokens]);
}
