import type { DatabaseClient } from '#lib/database';
import { type TenantKeys, tenantLockKey } from '#lib/keyring';
import type { VaultRecord } from '../vault-record.js';
import { textArrayLiteral } from './array-literal.js';
import { LIVE, RECORD_COLUMNS, recordOf, type ValueRow } from './value-row.js';

export interface FoundValue {
  readonly record: VaultRecord;
  readonly live: boolean;
}

/**
 * The values of a scope that have these exact digests, by digest in base64. Also takes the tenant's key lock, shared, so
 * that the statement which may follow can rely on the epoch it reads (see `tenant-lock.ts`).
 */
export async function findByDigest(
  c: DatabaseClient,
  keys: TenantKeys,
  scope: string,
  digests: readonly Buffer[],
): Promise<Map<string, FoundValue>> {
  const { rows } = await c.query<ValueRow & { token: string | null; digest: Buffer; live: boolean }>({
    name: 'pvg_vault_find_by_digest',
    // The outer join: the lock is taken even when nothing is found.
    text: `SELECT l.locked, f.* FROM (SELECT pg_advisory_xact_lock_shared($1::bigint)::text AS locked) l LEFT JOIN (
             SELECT b.digest, ${RECORD_COLUMNS}, (${LIVE}) AS live
             FROM blind_index b JOIN vault_value v ON v.tenant_id = b.tenant_id AND v.token = b.token
             WHERE b.tenant_id = $2 AND b.scope = $3 AND b.index_version = $4 AND b.kind = 'exact'
               AND b.digest = ANY($5::bytea[])
           ) f ON true`,
    values: [tenantLockKey(keys.tenantId), keys.tenantId, scope, keys.indexVersion, digests],
  });
  const found = new Map<string, FoundValue>();
  for (const row of rows) {
    if (row.token !== null) found.set(row.digest.toString('base64'), { record: recordOf(row), live: row.live });
  }
  return found;
}

/** Frees the digests of values whose time has passed, so that the same value can be kept anew under another token. */
export async function dropExpired(c: DatabaseClient, tenantId: string, found: readonly FoundValue[]): Promise<void> {
  const tokens = found.filter(({ live }) => !live).map(({ record }) => record.token);
  if (tokens.length === 0) return;
  await c.query(
    `WITH gone AS (
       SELECT v.token FROM vault_value v WHERE v.tenant_id = $1 AND v.token = ANY($2::text[]) AND NOT (${LIVE})
       ORDER BY v.token FOR UPDATE
     )
     DELETE FROM blind_index b USING gone WHERE b.tenant_id = $1 AND b.token = gone.token`,
    [tenantId, tokens],
  );
}

export interface Provenance {
  readonly record: VaultRecord;
  readonly origins: readonly string[];
  readonly tags: readonly string[];
}

/** The record with what is new about its value; null when nothing is. */
function widened({ record, origins, tags }: Provenance): VaultRecord | null {
  const allOrigins = [...new Set([...record.origins, ...origins])];
  const allTags = [...new Set([...record.tags, ...tags])];
  const same = allOrigins.length === record.origins.length && allTags.length === record.tags.length;
  return same ? null : { ...record, origins: allOrigins, tags: allTags };
}

/** Adds what is new about known values to their sets, and gives the records as they are then. Writes nothing otherwise. */
export async function addProvenance(
  c: DatabaseClient,
  tenantId: string,
  known: readonly Provenance[],
): Promise<Map<string, VaultRecord>> {
  const changed = known.flatMap((one) => widened(one) ?? []);
  if (changed.length === 0) return new Map();
  await c.query({
    name: 'pvg_vault_add_provenance',
    // Rows are locked in order of token, and what others added meanwhile is kept.
    text: `WITH added AS (
             SELECT v.token, a.origins, a.tags
             FROM unnest($2::text[], $3::text[], $4::text[]) AS a(token, origins, tags)
             JOIN vault_value v ON v.tenant_id = $1 AND v.token = a.token ORDER BY v.token FOR UPDATE OF v
           )
           UPDATE vault_value v SET
             origins = ARRAY(SELECT DISTINCT o FROM unnest(v.origins || added.origins::text[]) o ORDER BY o),
             tags = ARRAY(SELECT DISTINCT t FROM unnest(v.tags || added.tags::text[]) t ORDER BY t)
           FROM added WHERE v.tenant_id = $1 AND v.token = added.token`,
    values: [
      tenantId,
      changed.map(({ token }) => token),
      changed.map(({ origins }) => textArrayLiteral(origins)),
      changed.map(({ tags }) => textArrayLiteral(tags)),
    ],
  });
  return new Map(changed.map((record) => [record.token, record]));
}
