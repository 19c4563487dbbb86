import type { DatabaseClient } from '#lib/database';
import type { TenantKeys } from '#lib/keyring';
import type { VaultRecord } from '../vault-record.js';
import { textArrayLiteral } from './array-literal.js';

export interface IndexEntry {
  readonly version: number;
  readonly kind: string;
  readonly digest: Buffer;
}

/** An encrypted value on its way into the vault. */
export interface NewValue {
  readonly record: VaultRecord;
  readonly dataKeyId: string;
  readonly ciphertext: Buffer;
  /** Null for a value that is kept apart from equal ones. */
  readonly digest: Buffer | null;
  /** Rows for other index versions and for search. */
  readonly entries: readonly IndexEntry[];
  /** Null: until `record.expiresAt`, or for good. */
  readonly retentionDays: number | null;
}

const INSERT_VALUES = `
  WITH fresh AS (
    SELECT 1 FROM key_epoch WHERE tenant_id = $1 AND epoch = $2::bigint
      AND ($17 = 'default' OR EXISTS (SELECT FROM collection WHERE tenant_id = $1 AND id = $17))
  ), input AS (
    SELECT i.* FROM unnest($5::text[], $6::bytea[], $7::text[], $8::text[], $9::uuid[], $10::bytea[], $11::boolean[],
                            $12::timestamptz[], $13::double precision[], $14::text[], $15::text[], $16::text[])
      AS i(token, digest, info_type, info_class, data_key_id, ciphertext, single_use, expires_at, retention_days, region,
           origins, tags), fresh
  ), won AS (
    INSERT INTO blind_index (tenant_id, scope, index_version, kind, digest, token)
    SELECT $1, $3, $4, 'exact', digest, token FROM input WHERE digest IS NOT NULL ORDER BY digest
    ON CONFLICT (tenant_id, scope, index_version, digest) WHERE kind = 'exact' DO NOTHING
    RETURNING token
  ), stored AS (
    INSERT INTO vault_value (tenant_id, token, info_type, info_class, collection_id, data_key_id, ciphertext, single_use,
                             expires_at, region, origins, tags)
    SELECT $1, token, info_type, info_class, $17, data_key_id, ciphertext, single_use,
           coalesce(expires_at, now() + retention_days * interval '1 day'), region, origins::text[], tags::text[]
    FROM input WHERE digest IS NULL OR token IN (SELECT token FROM won)
    RETURNING token, expires_at
  ), entries AS (
    INSERT INTO blind_index (tenant_id, scope, index_version, kind, digest, token)
    SELECT $1, $3, e.version, e.kind, e.digest, e.token
    FROM unnest($18::integer[], $19::text[], $20::bytea[], $21::text[]) AS e(version, kind, digest, token)
    JOIN stored USING (token) ORDER BY e.version, e.digest
    ON CONFLICT DO NOTHING
  ), subjects AS (
    INSERT INTO subject (tenant_id, id) SELECT $1, s.id FROM (SELECT DISTINCT unnest($22::text[]) AS id) s, fresh ORDER BY s.id
    ON CONFLICT DO NOTHING
  ), links AS (
    INSERT INTO subject_value (tenant_id, subject_id, token)
    SELECT $1, l.subject_id, l.token FROM unnest($22::text[], $23::text[]) AS l(subject_id, token) JOIN stored USING (token)
  )
  SELECT (SELECT count(*)::int FROM fresh) AS fresh, s.token, s.expires_at FROM (SELECT 1) one LEFT JOIN stored s ON true`;

/**
 * Inserts values with their index rows in one statement. Those that another transaction was first with are left out of the
 * answer. `stale`: the tenant's keys have changed since `keys` were read, or the collection is gone, and nothing was written.
 *
 * The unique index on exact digests, not a look beforehand, is what makes equal values share a token.
 */
export async function insertValues(
  c: DatabaseClient,
  keys: TenantKeys,
  scope: string,
  values: readonly NewValue[],
): Promise<Map<string, VaultRecord> | 'stale'> {
  const records = values.map((value) => value.record);
  const entries = values.flatMap(({ entries, record }) => entries.map((entry) => ({ ...entry, token: record.token })));
  const links = records.flatMap(({ subjects, token }) => subjects.map((subject) => ({ subject, token })));
  const { rows } = await c.query<{ fresh: number; token: string | null; expires_at: Date | null }>({
    name: 'pvg_vault_insert',
    text: INSERT_VALUES,
    values: [
      keys.tenantId,
      keys.epoch,
      scope,
      keys.indexVersion,
      records.map((record) => record.token),
      values.map((value) => value.digest),
      records.map((record) => record.type),
      records.map((record) => record.infoClass),
      values.map((value) => value.dataKeyId),
      values.map((value) => value.ciphertext),
      records.map((record) => record.singleUse),
      records.map((record) => record.expiresAt),
      values.map((value) => value.retentionDays),
      records.map((record) => record.region),
      records.map((record) => textArrayLiteral(record.origins)),
      records.map((record) => textArrayLiteral(record.tags)),
      records[0]?.collectionId ?? '',
      entries.map((entry) => entry.version),
      entries.map((entry) => entry.kind),
      entries.map((entry) => entry.digest),
      entries.map((entry) => entry.token),
      links.map((link) => link.subject),
      links.map((link) => link.token),
    ],
  });
  if (rows[0]?.fresh !== 1) return 'stale';
  const stored = new Map(rows.map((row) => [row.token, row.expires_at]));
  return new Map(
    records
      .filter((record) => stored.has(record.token))
      .map((record) => [record.token, { ...record, expiresAt: stored.get(record.token) ?? null }]),
  );
}
