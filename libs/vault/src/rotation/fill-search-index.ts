import type { DatabaseClient } from '#lib/database';
import {
  advanceRotation,
  holdTenantKeys,
  insertRotation,
  type Keyring,
  lockRotation,
  type Rotation,
  type RotationReason,
  type TenantKeys,
} from '#lib/keyring';
import { CollectionSettings } from '../collections/collection-settings.js';
import { declaredKinds } from '../search/search.js';
import { indexLabel } from '../values/blind-index.js';
import { openStored } from '../values/open-stored.js';
import { digestFor } from '../values/search-terms.js';
import { LIVE } from '../values/value-row.js';
import type { StoredValue } from './rewrite-values.js';

const VALUES_PER_BATCH = 500;

/**
 * Begins to bring the search indexes in line with what the collections declare now: values that were stored before a way of
 * searching was declared get their rows, rows of ways that are declared no longer go. One that is at it already starts anew.
 */
export async function beginSearchFill(keyring: Keyring, tenantId: string, reason: RotationReason): Promise<Rotation> {
  await keyring.tenant(tenantId);
  return keyring.database.withTenant(tenantId, async (c) => {
    const { rows } = await c.query<{ id: string; values: string }>(
      `SELECT count(*) AS values,
              (SELECT id FROM key_rotation WHERE tenant_id = $1 AND kind = 'search' AND state <> 'done') AS id
       FROM vault_value WHERE tenant_id = $1 AND ciphertext IS NOT NULL`,
      [tenantId],
    );
    const { id, values } = rows[0]!;
    if (!id) {
      const rowsTotal = Number(values);
      return insertRotation(c, tenantId, { kind: 'search', reason, fromVersion: null, toVersion: null, rowsTotal });
    }
    const current = await lockRotation(c, tenantId, id);
    const restarted = { rows: -current.rowsDone, resumeAfter: '' };
    return advanceRotation(c, tenantId, { ...current, state: 'running' }, restarted);
  });
}

/** One batch, in order of token. */
export async function stepSearchFill(keyring: Keyring, tenantId: string, id: string): Promise<Rotation> {
  const keys = await keyring.tenant(tenantId);
  return keyring.database.withTenant(tenantId, async (c) => {
    // The key lock comes before the rotation's row, as in the other kinds.
    const held = await holdTenantKeys(c, keys);
    const rotation = await lockRotation(c, tenantId, id);
    if (!held) {
      keyring.refresh(tenantId);
      return rotation;
    }
    if (rotation.state !== 'running') return rotation;
    const { rows: walked } = await c.query<{ token: string }>(
      `SELECT token FROM vault_value WHERE tenant_id = $1 AND token > $2 ORDER BY token LIMIT $3 FOR SHARE`,
      [tenantId, rotation.resumeAfter, VALUES_PER_BATCH],
    );
    const last = walked.at(-1);
    if (!last) return advanceRotation(c, tenantId, rotation, { rows: 0, done: true });
    const values = await shareable(
      c,
      tenantId,
      keys,
      walked.map(({ token }) => token),
    );
    await fill(keyring, c, keys, values, await settingsOf(c, tenantId));
    return advanceRotation(c, tenantId, rotation, { rows: walked.length, resumeAfter: last.token });
  });
}

/** Live values in collection scope: those of conversations can't be searched for. */
async function shareable(
  c: DatabaseClient,
  tenantId: string,
  keys: TenantKeys,
  tokens: readonly string[],
): Promise<StoredValue[]> {
  const { rows } = await c.query<StoredValue>(
    `SELECT v.token, v.info_type, v.collection_id, v.data_key_id, v.ciphertext FROM vault_value v
     WHERE v.tenant_id = $1 AND v.token = ANY($2::text[]) AND NOT v.single_use AND ${LIVE}
       AND EXISTS (SELECT FROM blind_index b WHERE b.tenant_id = $1 AND b.token = v.token AND b.kind = 'exact'
                     AND b.index_version = $3 AND b.scope = 'collection:' || v.collection_id)`,
    [tenantId, tokens, keys.indexVersion],
  );
  return rows;
}

async function settingsOf(c: DatabaseClient, tenantId: string): Promise<(collectionId: string) => CollectionSettings> {
  const { rows } = await c.query<{ id: string; settings: unknown }>(
    'SELECT id, settings FROM collection WHERE tenant_id = $1',
    [tenantId],
  );
  const byId = new Map(rows.map(({ id, settings }) => [id, CollectionSettings.parse(settings)]));
  const none = CollectionSettings.parse({});
  return (collectionId) => byId.get(collectionId) ?? none;
}

async function fill(
  keyring: Keyring,
  c: DatabaseClient,
  keys: TenantKeys,
  values: readonly StoredValue[],
  settings: (collectionId: string) => CollectionSettings,
): Promise<void> {
  const { tenantId } = keys;
  const declared = values.map((value) => declaredKinds(settings(value.collection_id), value.info_type));
  await c.query(
    `DELETE FROM blind_index b USING unnest($2::text[], $3::text[]) AS v(token, kinds)
     WHERE b.tenant_id = $1 AND b.token = v.token AND b.kind NOT IN ('exact', 'stand-in')
       AND b.kind <> ALL (string_to_array(v.kinds, ','))`,
    [tenantId, values.map(({ token }) => token), declared.map((kinds) => kinds.join(','))],
  );
  const wanted = values.filter((_, index) => declared[index]!.length > 0);
  if (wanted.length === 0) return;
  const plain = await openStored(keyring, tenantId, wanted, c);
  const versions = [keys.indexVersion, ...keys.alsoIndexVersions];
  const entries = await keyring.withIndexKeys(
    tenantId,
    versions,
    (keyOf) =>
      wanted.flatMap(({ token, info_type: type, collection_id: collectionId }) => {
        const text = plain.get(token);
        if (text === undefined) return [];
        const scope = `collection:${collectionId}`;
        return declaredKinds(settings(collectionId), type).flatMap((kind) =>
          versions.flatMap((version) =>
            digestFor(keyOf(version, indexLabel(tenantId, scope, type, kind)), kind, type, text).map((digest) => {
              return { scope, version, kind, digest, token };
            }),
          ),
        );
      }),
    c,
  );
  await c.query({
    name: 'pvg_vault_search_fill',
    text: `INSERT INTO blind_index (tenant_id, scope, index_version, kind, digest, token)
           SELECT $1, e.scope, e.version, e.kind, e.digest, e.token
           FROM unnest($2::text[], $3::integer[], $4::text[], $5::bytea[], $6::text[]) AS e(scope, version, kind, digest, token)
           WHERE NOT EXISTS (SELECT FROM blind_index b WHERE b.tenant_id = $1 AND b.token = e.token AND b.kind = e.kind
                               AND b.index_version = e.version AND b.scope = e.scope AND b.digest = e.digest)`,
    values: [
      tenantId,
      entries.map(({ scope }) => scope),
      entries.map(({ version }) => version),
      entries.map(({ kind }) => kind),
      entries.map(({ digest }) => digest),
      entries.map(({ token }) => token),
    ],
  });
}
