import type { DatabaseClient } from '#lib/database';
import { DomainError } from '#lib/kernel';
import { decrypt, encrypt } from '../crypto/aead.js';
import { wipe } from '../crypto/wipe.js';
import { wrapBinding } from '../data-keys.js';
import type { Keyring } from '../keyring.js';
import { insertKek, seedBinding } from '../tenant-keys.js';
import { rowsByKekVersion } from './key-status.js';
import { advanceRotation, insertRotation, lockRotation, type Rotation, type RotationReason } from './rotation.js';

const WRAPS_PER_BATCH = 1_000;

/**
 * Makes a new key-encryption key and switches to it: from the commit on, every key is wrapped under it. The new one is
 * wrapped under the root alone, never under the one it succeeds. Throws `keyring.busy` when a rotation is running.
 */
export async function beginKekRotation(keyring: Keyring, tenantId: string, reason: RotationReason): Promise<Rotation> {
  const from = (await keyring.tenantKeys.load(tenantId)).kekVersion;
  const to = from + 1;
  const kek = await keyring.tenantKeys.makeKek(tenantId, to);
  try {
    return await keyring.database.withTenant(tenantId, async (c) => {
      await keyring.change(c, tenantId);
      const old = await c.query(
        `UPDATE tenant_kek SET state = $3, changed_at = now() WHERE tenant_id = $1 AND version = $2 AND state = 'active'`,
        [tenantId, from, reason === 'compromise' ? 'compromised' : 'retired'],
      );
      if (old.rowCount !== 1 || !(await insertKek(c, tenantId, to, kek))) throw busy(tenantId);
      const rowsTotal = await rowsUnder(c, tenantId, (version) => version !== to);
      return insertRotation(c, tenantId, { kind: 'kek', reason, fromVersion: from, toVersion: to, rowsTotal });
    });
  } catch (error) {
    // Only when it is certain that nothing was committed: after a lost connection the new key may be in use.
    if (error instanceof DomainError && error.code === 'keyring.busy') await keyring.kms.destroySlot(kek.slot);
    throw error;
  } finally {
    wipe(kek.key);
    keyring.refresh(tenantId);
  }
}

/**
 * Re-wraps one batch of data keys and index seeds, each verified under the new key before it takes the old one's place. A
 * compromised key is destroyed before its rotation counts as done.
 */
export async function stepKekRotation(keyring: Keyring, tenantId: string, id: string): Promise<Rotation> {
  const { rotation, last } = await keyring.database.withTenant(tenantId, async (c) => {
    const current = await lockRotation(c, tenantId, id);
    if (current.state !== 'running') return { rotation: current, last: false };
    const to = current.toVersion!;
    const seeds = await rewrapIndexSeeds(keyring, c, tenantId, to);
    const keys = await rewrapDataKeys(keyring, c, tenantId, to);
    // Nothing new comes under an older version, so a batch that is not full was the last.
    return {
      rotation: await advanceRotation(c, tenantId, current, { rows: keys + seeds }),
      last: keys < WRAPS_PER_BATCH,
    };
  });
  if (!last) return rotation;
  if (rotation.reason === 'compromise') await retireKek(keyring, tenantId, rotation.fromVersion!);
  return keyring.database.withTenant(tenantId, async (c) => {
    const current = await lockRotation(c, tenantId, id);
    return advanceRotation(c, tenantId, current, { rows: 0, done: true });
  });
}

async function rewrapDataKeys(keyring: Keyring, c: DatabaseClient, tenantId: string, to: number): Promise<number> {
  const { rows } = await c.query<{ data_key_id: string; subject_id: string; kek_version: number; wrapped: Buffer }>(
    `SELECT data_key_id, subject_id, kek_version, wrapped FROM data_key_wrap
     WHERE tenant_id = $1 AND kek_version < $2 ORDER BY kek_version, data_key_id, subject_id LIMIT $3 FOR UPDATE`,
    [tenantId, to, WRAPS_PER_BATCH],
  );
  if (rows.length === 0) return 0;
  const keks = new Map<number, Buffer>();
  try {
    for (const version of new Set([to, ...rows.map((row) => row.kek_version)])) {
      keks.set(version, await keyring.tenantKeys.kek(c, tenantId, version));
    }
    const rewrapped = rows.map((row) => {
      const { data_key_id: key, subject_id: subject, kek_version: from } = row;
      return rewrap(
        [keks.get(from)!, wrapBinding(tenantId, key, subject, from)],
        [keks.get(to)!, wrapBinding(tenantId, key, subject, to)],
        row.wrapped,
      );
    });
    await c.query({
      name: 'pvg_rewrap_data_keys',
      text: `UPDATE data_key_wrap w SET wrapped = n.wrapped, kek_version = $2
             FROM unnest($3::uuid[], $4::text[], $5::bytea[]) AS n(id, subject, wrapped)
             WHERE w.tenant_id = $1 AND w.data_key_id = n.id AND w.subject_id = n.subject`,
      values: [tenantId, to, rows.map((row) => row.data_key_id), rows.map((row) => row.subject_id), rewrapped],
    });
  } finally {
    wipe(...keks.values());
  }
  return rows.length;
}

async function rewrapIndexSeeds(keyring: Keyring, c: DatabaseClient, tenantId: string, to: number): Promise<number> {
  const { rows } = await c.query<{ version: number; kek_version: number; wrapped: Buffer }>(
    `SELECT version, kek_version, wrapped FROM index_key
     WHERE tenant_id = $1 AND kek_version < $2 AND wrapped IS NOT NULL ORDER BY version FOR UPDATE`,
    [tenantId, to],
  );
  for (const row of rows) {
    const [old, fresh] = [
      await keyring.tenantKeys.kek(c, tenantId, row.kek_version),
      await keyring.tenantKeys.kek(c, tenantId, to),
    ];
    const wrapped = rewrap(
      [old, seedBinding(tenantId, row.version, row.kek_version)],
      [fresh, seedBinding(tenantId, row.version, to)],
      row.wrapped,
    );
    wipe(old, fresh);
    await c.query('UPDATE index_key SET wrapped = $3, kek_version = $4 WHERE tenant_id = $1 AND version = $2', [
      tenantId,
      row.version,
      wrapped,
      to,
    ]);
  }
  return rows.length;
}

function rewrap(from: [key: Buffer, aad: Buffer], to: [key: Buffer, aad: Buffer], wrapped: Buffer): Buffer {
  const key = decrypt(from[0], wrapped, from[1]);
  const fresh = encrypt(to[0], key, to[1]);
  const check = decrypt(to[0], fresh, to[1]);
  const same = check.equals(key);
  wipe(key, check);
  if (!same) throw new DomainError('internal', { publicMessage: 'A key could not be wrapped anew.' });
  return fresh;
}

/**
 * Destroys a key-encryption key under which nothing is left: in the database, and outside it where the provider can, so
 * that an older backup does not open either. Resumes where it was cut off.
 *
 * Throws `resource.conflict`, with the number of rows, while anything is under it, and for the active one.
 */
export async function retireKek(keyring: Keyring, tenantId: string, version: number): Promise<{ slot: string }> {
  const { slot, active } = await keyring.database.withTenant(tenantId, async (c) => {
    await keyring.change(c, tenantId);
    const { rows } = await c.query<{ version: number; slot: string; state: string }>(
      `SELECT version, slot, state FROM tenant_kek WHERE tenant_id = $1 AND (version = $2 OR state = 'active')`,
      [tenantId, version],
    );
    const target = rows.find((row) => row.version === version);
    const current = rows.find((row) => row.state === 'active');
    if (!target) throw new DomainError('resource.not_found', { publicMessage: 'There is no such key version.' });
    const left = await rowsUnder(c, tenantId, (other) => other === version);
    if (target.state === 'active' || !current || left > 0) {
      throw new DomainError('resource.conflict', {
        publicMessage: 'The key version is in use.',
        detail: target.state === 'active' ? 'it is the active one' : `${left} wrapped keys are under it`,
        facts: { tenantId, version, rows: left, slot: target.slot },
      });
    }
    if (target.state !== 'destroyed') {
      await c.query(
        `UPDATE tenant_kek SET state = 'destroying', changed_at = now() WHERE tenant_id = $1 AND version = $2`,
        [tenantId, version],
      );
    }
    return { slot: target.slot, active: current.version };
  });
  keyring.forget(`${tenantId}/`);
  // The canary of what remains, unwrapped afresh: nothing is destroyed before its successor is known to open.
  await keyring.database.withTenant(tenantId, async (c) => wipe(await keyring.tenantKeys.kek(c, tenantId, active)));
  await keyring.kms.destroySlot(slot);
  await keyring.database.withTenant(tenantId, (c) =>
    c.query(
      `UPDATE tenant_kek SET state = 'destroyed', wrapped = NULL, canary = NULL, changed_at = now()
       WHERE tenant_id = $1 AND version = $2 AND state = 'destroying'`,
      [tenantId, version],
    ),
  );
  return { slot };
}

/** How many wrapped data keys and index seeds are under the versions that `counted` picks. */
async function rowsUnder(c: DatabaseClient, tenantId: string, counted: (version: number) => boolean): Promise<number> {
  const byVersion = await rowsByKekVersion(c, tenantId);
  return [...byVersion].reduce((sum, [version, rows]) => sum + (counted(version) ? rows : 0), 0);
}

function busy(tenantId: string): DomainError {
  return new DomainError('keyring.busy', {
    publicMessage: 'A rotation of this kind is running. Let it end first.',
    facts: { tenantId, kind: 'kek' },
  });
}
