import { createHash } from 'node:crypto';
import type { DatabaseClient } from '#lib/database';

/**
 * The lock that makes a change of keys safe while others write. Whoever writes values holds it shared until commit (many
 * at once, in memory only) and then checks the tenant's epoch; whoever changes which keys are written with holds it
 * exclusively for one short statement and raises the epoch.
 *
 * INVARIANT: after a change has committed, no transaction commits that wrote with the keys of before.
 */
export function tenantLockKey(tenantId: string): string {
  return createHash('sha256').update(`pvg|keys|${tenantId}`).digest().readBigInt64BE(0).toString();
}

export async function lockTenantKeysShared(c: DatabaseClient, tenantId: string): Promise<void> {
  await c.query({
    name: 'pvg_keys_lock_shared',
    text: 'SELECT pg_advisory_xact_lock_shared($1::bigint)::text',
    values: [tenantLockKey(tenantId)],
  });
}

/** Takes the lock alone and raises the epoch: whatever follows in this transaction is seen by every later writer. */
export async function changeTenantKeys(c: DatabaseClient, tenantId: string): Promise<void> {
  await c.query('SELECT pg_advisory_xact_lock($1::bigint)::text', [tenantLockKey(tenantId)]);
  await c.query('UPDATE key_epoch SET epoch = epoch + 1 WHERE tenant_id = $1', [tenantId]);
}
