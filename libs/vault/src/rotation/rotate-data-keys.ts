import {
  advanceRotation,
  holdTenantKeys,
  insertRotation,
  type Keyring,
  lockRotation,
  type Rotation,
  type RotationReason,
} from '#lib/keyring';
import { rewriteRetiring, selectRetiring } from './retiring-values.js';
import { replaceCiphertexts } from './rewrite-values.js';

const VALUES_PER_BATCH = 500;

/**
 * Retires every data key of values at once: from the commit on, nothing is encrypted under them. Their successors are made
 * as they are needed. Sealed secrets lie with their owners and keep their key. Throws `keyring.busy`.
 */
export async function beginDataKeyRotation(
  keyring: Keyring,
  tenantId: string,
  reason: RotationReason,
): Promise<Rotation> {
  await keyring.tenant(tenantId);
  const rotation = await keyring.database.withTenant(tenantId, async (c) => {
    await keyring.change(c, tenantId);
    await c.query(
      `UPDATE data_key SET state = 'retiring' WHERE tenant_id = $1 AND state = 'active' AND scope <> 'sealed'`,
      [tenantId],
    );
    const { rows } = await c.query<{ rows: string }>(
      'SELECT count(*) AS rows FROM vault_value WHERE tenant_id = $1 AND data_key_id IS NOT NULL',
      [tenantId],
    );
    const rowsTotal = Number(rows[0]?.rows ?? 0);
    return insertRotation(c, tenantId, { kind: 'data', reason, fromVersion: null, toVersion: null, rowsTotal });
  });
  keyring.refresh(tenantId);
  return rotation;
}

/** Re-encrypts one batch, in order of token; ends by destroying the retired keys under which nothing is left. */
export async function stepDataKeyRotation(keyring: Keyring, tenantId: string, id: string): Promise<Rotation> {
  const { rotation, retiring, last } = await keyring.database.withTenant(tenantId, async (c) => {
    const current = await lockRotation(c, tenantId, id);
    const walked = await c.query<{ token: string }>(
      `SELECT token FROM vault_value WHERE tenant_id = $1 AND token > $2 ORDER BY token LIMIT $3`,
      [tenantId, current.resumeAfter, VALUES_PER_BATCH],
    );
    const tokens = walked.rows.map((row) => row.token);
    return { rotation: current, retiring: await selectRetiring(c, tenantId, tokens), last: tokens.at(-1) };
  });
  if (rotation.state !== 'running') return rotation;
  if (last === undefined) return finish(keyring, tenantId, id);
  const { keys, rewritten } = await rewriteRetiring(keyring, tenantId, retiring);
  return keyring.database.withTenant(tenantId, async (c) => {
    // The key lock comes before the rotation's row, here as in `finish`.
    const held = await holdTenantKeys(c, keys);
    if (!held) keyring.refresh(tenantId);
    const current = await lockRotation(c, tenantId, id);
    // Another process has done this batch, or the keys have changed: nothing is written, the next step starts afresh.
    if (!held || current.resumeAfter !== rotation.resumeAfter || current.state !== 'running') return current;
    const written = await replaceCiphertexts(c, tenantId, rewritten);
    return advanceRotation(c, tenantId, current, { rows: written.length, resumeAfter: last });
  });
}

async function finish(keyring: Keyring, tenantId: string, id: string): Promise<Rotation> {
  const rotation = await keyring.database.withTenant(tenantId, async (c) => {
    await keyring.change(c, tenantId);
    const current = await lockRotation(c, tenantId, id);
    if (current.state !== 'running') return current;
    await c.query(
      `WITH gone AS (
         DELETE FROM data_key k WHERE k.tenant_id = $1 AND k.state = 'retiring' AND k.scope <> 'sealed'
           AND NOT EXISTS (SELECT FROM vault_value v WHERE v.tenant_id = $1 AND v.data_key_id = k.id)
           AND NOT EXISTS (SELECT FROM value_mention m WHERE m.tenant_id = $1 AND m.data_key_id = k.id)
         RETURNING k.id
       )
       DELETE FROM data_key_wrap w USING gone WHERE w.tenant_id = $1 AND w.data_key_id = gone.id`,
      [tenantId],
    );
    const left = await c.query<{ left: boolean }>(
      `SELECT EXISTS (SELECT FROM data_key WHERE tenant_id = $1 AND state = 'retiring' AND scope <> 'sealed') AS left`,
      [tenantId],
    );
    // Keys that were worn out while this ran are retired by another pass.
    return left.rows[0]?.left
      ? advanceRotation(c, tenantId, current, { rows: 0, resumeAfter: '' })
      : advanceRotation(c, tenantId, current, { rows: 0, done: true });
  });
  keyring.forget(`${tenantId}/`);
  return rotation;
}
