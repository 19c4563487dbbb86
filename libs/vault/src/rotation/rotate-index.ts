import type { DatabaseClient } from '#lib/database';
import {
  advanceRotation,
  insertIndexKey,
  insertRotation,
  type Keyring,
  lockRotation,
  type Rotation,
  type RotationReason,
  wipe,
} from '#lib/keyring';
import { exactDigest, indexLabel } from '../values/blind-index.js';
import { openStored } from '../values/open-stored.js';
import { digestFor } from '../values/search-terms.js';
import type { StoredValue } from './rewrite-values.js';

const VALUES_PER_BATCH = 500;
const VALUES_PER_DROP = 5_000;

/**
 * Begins a new version of the tenant's index key. From the commit on every new value is indexed under both versions; the old
 * one keeps deciding which values are equal until the new one is complete. Throws `keyring.busy`.
 */
export async function beginIndexRotation(
  keyring: Keyring,
  tenantId: string,
  reason: RotationReason,
): Promise<Rotation> {
  await keyring.tenant(tenantId);
  const rotation = await keyring.database.withTenant(tenantId, async (c) => {
    await keyring.change(c, tenantId);
    const { rows } = await c.query<{ active: number; latest: number; kek: number; values: string }>(
      `SELECT (SELECT version FROM index_key WHERE tenant_id = $1 AND state = 'active') AS active,
              (SELECT max(version) FROM index_key WHERE tenant_id = $1) AS latest,
              (SELECT version FROM tenant_kek WHERE tenant_id = $1 AND state = 'active') AS kek,
              (SELECT count(*) FROM vault_value WHERE tenant_id = $1) AS values`,
      [tenantId],
    );
    const { active, latest, kek, values } = rows[0]!;
    const to = latest + 1;
    const begun = await insertRotation(c, tenantId, {
      kind: 'index',
      reason,
      fromVersion: active,
      toVersion: to,
      rowsTotal: Number(values),
    });
    const key = await keyring.tenantKeys.kek(c, tenantId, kek);
    await insertIndexKey(c, tenantId, to, 'building', kek, keyring.tenantKeys.makeIndexSeed(tenantId, to, kek, key));
    wipe(key);
    return begun;
  });
  keyring.refresh(tenantId);
  return rotation;
}

/** One batch: of the backfill, then the switch, then of dropping the old version's rows; retires it at zero. */
export async function stepIndexRotation(keyring: Keyring, tenantId: string, id: string): Promise<Rotation> {
  const rotation = await keyring.database.withTenant(tenantId, async (c) => {
    const current = await lockRotation(c, tenantId, id);
    if (current.state !== 'running') return current;
    const { rows } = await c.query<{ state: string }>(
      'SELECT state FROM index_key WHERE tenant_id = $1 AND version = $2',
      [tenantId, current.fromVersion],
    );
    return rows[0]?.state === 'active' ? backfill(keyring, c, tenantId, current) : drop(keyring, c, tenantId, current);
  });
  return rotation;
}

interface IndexedValue extends StoredValue {
  readonly entries: readonly { readonly scope: string; readonly kind: string }[] | null;
  readonly stand_ins: readonly { readonly scope: string; readonly text: string }[] | null;
}

/** Rows are held shared until commit, so that none is erased between being read and being indexed. */
async function backfill(keyring: Keyring, c: DatabaseClient, tenantId: string, rotation: Rotation): Promise<Rotation> {
  const { rows: walked } = await c.query<{ token: string }>(
    `SELECT token FROM vault_value WHERE tenant_id = $1 AND token > $2 ORDER BY token LIMIT $3 FOR SHARE`,
    [tenantId, rotation.resumeAfter, VALUES_PER_BATCH],
  );
  const tokens = walked.map((row) => row.token);
  if (tokens.length === 0) return switchOver(keyring, c, tenantId, rotation);
  const { rows: values } = await c.query<IndexedValue>(
    `SELECT v.token, v.info_type, v.collection_id, v.data_key_id, v.ciphertext,
            (SELECT json_agg(json_build_object('scope', b.scope, 'kind', b.kind))
             FROM blind_index b WHERE b.tenant_id = $1 AND b.token = v.token AND b.index_version = $3
               AND b.kind <> 'stand-in') AS entries,
            (SELECT json_agg(json_build_object('scope', f.scope, 'text', f.rendition))
             FROM value_form f WHERE f.tenant_id = $1 AND f.token = v.token AND f.form <> 'date-shift') AS stand_ins
     FROM vault_value v WHERE v.tenant_id = $1 AND v.token = ANY($2::text[]) AND v.ciphertext IS NOT NULL
       AND EXISTS (SELECT FROM blind_index b WHERE b.tenant_id = $1 AND b.token = v.token AND b.index_version = $3)`,
    [tenantId, tokens, rotation.fromVersion],
  );
  const plain = await openStored(keyring, tenantId, values, c);
  const to = rotation.toVersion!;
  const entries = await keyring.withIndexKeys(
    tenantId,
    [to],
    (keyOf) =>
      values.flatMap((value) => {
        const text = plain.get(value.token);
        if (text === undefined) return [];
        const { token, info_type: type } = value;
        const own = (value.entries ?? []).flatMap(({ scope, kind }) => {
          const key = keyOf(to, indexLabel(tenantId, scope, type, kind));
          return digestFor(key, kind, type, text).map((digest) => ({ scope, kind, digest, token }));
        });
        const standIns = (value.stand_ins ?? []).map(({ scope, text: rendition }) => {
          const digest = exactDigest(keyOf(to, indexLabel(tenantId, scope, type)), type, rendition);
          return { scope, kind: 'stand-in', digest, token };
        });
        return [...own, ...standIns];
      }),
    c,
  );
  entries.sort((a, b) => (a.scope < b.scope ? -1 : a.scope > b.scope ? 1 : Buffer.compare(a.digest, b.digest)));
  await c.query({
    name: 'pvg_vault_backfill',
    text: `INSERT INTO blind_index (tenant_id, scope, index_version, kind, digest, token)
           SELECT $1, e.scope, $2, e.kind, e.digest, e.token
           FROM unnest($3::text[], $4::text[], $5::bytea[], $6::text[]) AS e(scope, kind, digest, token)
           WHERE NOT EXISTS (SELECT FROM blind_index b WHERE b.tenant_id = $1 AND b.token = e.token
                               AND b.index_version = $2 AND b.scope = e.scope AND b.kind = e.kind AND b.digest = e.digest)
           ON CONFLICT DO NOTHING`,
    values: [
      tenantId,
      to,
      entries.map((entry) => entry.scope),
      entries.map((entry) => entry.kind),
      entries.map((entry) => entry.digest),
      entries.map((entry) => entry.token),
    ],
  });
  return advanceRotation(c, tenantId, rotation, { rows: tokens.length, resumeAfter: tokens.at(-1)! });
}

/** The new version takes over; from the commit on nothing is written under the old one. */
async function switchOver(
  keyring: Keyring,
  c: DatabaseClient,
  tenantId: string,
  rotation: Rotation,
): Promise<Rotation> {
  await keyring.change(c, tenantId);
  await c.query(`UPDATE index_key SET state = 'retiring', changed_at = now() WHERE tenant_id = $1 AND version = $2`, [
    tenantId,
    rotation.fromVersion,
  ]);
  await c.query(`UPDATE index_key SET state = 'active', changed_at = now() WHERE tenant_id = $1 AND version = $2`, [
    tenantId,
    rotation.toVersion,
  ]);
  keyring.refresh(tenantId);
  return advanceRotation(c, tenantId, rotation, { rows: 0, resumeAfter: '' });
}

async function drop(keyring: Keyring, c: DatabaseClient, tenantId: string, rotation: Rotation): Promise<Rotation> {
  const { rows: walked } = await c.query<{ token: string }>(
    `SELECT token FROM vault_value WHERE tenant_id = $1 AND token > $2 ORDER BY token LIMIT $3`,
    [tenantId, rotation.resumeAfter, VALUES_PER_DROP],
  );
  if (walked.length > 0) {
    await c.query('DELETE FROM blind_index WHERE tenant_id = $1 AND token = ANY($2::text[]) AND index_version = $3', [
      tenantId,
      walked.map((row) => row.token),
      rotation.fromVersion,
    ]);
    return advanceRotation(c, tenantId, rotation, { rows: 0, resumeAfter: walked.at(-1)!.token });
  }
  const { rows } = await c.query<{ left: boolean }>(
    'SELECT EXISTS (SELECT FROM blind_index WHERE tenant_id = $1 AND index_version = $2) AS left',
    [tenantId, rotation.fromVersion],
  );
  if (rows[0]?.left) return advanceRotation(c, tenantId, rotation, { rows: 0, resumeAfter: '' });
  await c.query(
    `UPDATE index_key SET state = 'retired', wrapped = NULL, canary = NULL, changed_at = now()
     WHERE tenant_id = $1 AND version = $2 AND state = 'retiring'`,
    [tenantId, rotation.fromVersion],
  );
  keyring.forget(`${tenantId}/index/${rotation.fromVersion}`);
  return advanceRotation(c, tenantId, rotation, { rows: 0, done: true });
}
