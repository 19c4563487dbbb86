import { randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseClient } from '#lib/database';
import { decrypt, encrypt } from './crypto/aead.js';
import { lengthPrefixed } from './crypto/length-prefixed.js';
import { wipe } from './crypto/wipe.js';
import type { KeyCache } from './key-cache.js';
import { type KeyScope, keyScopeName, type TenantKeys, wrapSubjects } from './keyring-types.js';
import type { TenantKeyStore } from './tenant-keys.js';

interface WrapRow {
  readonly data_key_id: string;
  readonly subject_id: string;
  readonly kek_version: number;
  readonly wrapped: Buffer;
}

/** A data key that a scope encrypts with now. */
export interface ActiveDataKey {
  readonly scope: string;
  readonly id: string;
  /** Encryptions that the row of the key has counted so far, this reservation included. */
  readonly encryptions: number;
  readonly made: boolean;
}

/** Binds a wrapped data key to its place: moved to another tenant, key id, subject or version it does not unwrap. */
export function wrapBinding(tenantId: string, dataKeyId: string, subjectId: string, kekVersion: number): Buffer {
  return lengthPrefixed(['pvg/1|dek', tenantId, dataKeyId, subjectId, String(kekVersion)]);
}

/** Data keys: made per scope at first use, wrapped under the tenant's active key-encryption key. */
export class DataKeyStore {
  constructor(
    private readonly tenantKeys: TenantKeyStore,
    private readonly cache: KeyCache,
  ) {}

  /**
   * The active keys of scopes, making those that are missing with `reserved` encryptions counted at once. Must run under
   * the tenant's shared lock with `keys` checked against the epoch. Of two processes that make one, the first wins.
   */
  async ensureActive(
    c: DatabaseClient,
    keys: TenantKeys,
    scopes: readonly KeyScope[],
    reserved: number,
  ): Promise<ActiveDataKey[]> {
    const byName = new Map(scopes.map((scope) => [keyScopeName(scope), scope]));
    const names = [...byName.keys()].sort();
    const found = await this.#active(c, keys.tenantId, names);
    const missing = names.filter((name) => !found.has(name));
    if (missing.length > 0) {
      const made = await this.#insert(c, keys, missing, byName, reserved);
      for (const key of made) found.set(key.scope, key);
      const lost = missing.filter((name) => !found.has(name));
      if (lost.length > 0) for (const [name, key] of await this.#active(c, keys.tenantId, lost)) found.set(name, key);
    }
    return [...found.values()];
  }

  async #active(c: DatabaseClient, tenantId: string, names: readonly string[]): Promise<Map<string, ActiveDataKey>> {
    const { rows } = await c.query<{ scope: string; id: string; encryptions: string }>({
      name: 'pvg_data_keys_active',
      text: `SELECT scope, id, encryptions FROM data_key WHERE tenant_id = $1 AND scope = ANY($2::text[]) AND state = 'active'`,
      values: [tenantId, names],
    });
    return new Map(rows.map((row) => [row.scope, { ...row, encryptions: Number(row.encryptions), made: false }]));
  }

  async #insert(
    c: DatabaseClient,
    keys: TenantKeys,
    names: readonly string[],
    byName: ReadonlyMap<string, KeyScope>,
    reserved: number,
  ): Promise<ActiveDataKey[]> {
    const { tenantId, kekVersion } = keys;
    const kek = await this.tenantKeys.kek(c, tenantId, kekVersion);
    const ids = names.map(() => randomUUID());
    const fresh = names.map(() => randomBytes(32));
    const wraps: { id: string; subject: string; wrapped: Buffer }[] = [];
    names.forEach((name, index) => {
      for (const subject of wrapSubjects(byName.get(name)!)) {
        const aad = wrapBinding(tenantId, ids[index]!, subject, kekVersion);
        wraps.push({ id: ids[index]!, subject, wrapped: encrypt(kek, fresh[index]!, aad) });
      }
    });
    wipe(kek);
    const { rows } = await c.query<{ scope: string; id: string }>({
      name: 'pvg_data_keys_insert',
      text: `WITH made AS (
               INSERT INTO data_key (tenant_id, id, scope, state, encryptions)
               SELECT $1, k.id, k.scope, 'active', $4 FROM unnest($2::uuid[], $3::text[]) AS k(id, scope) ORDER BY k.scope
               ON CONFLICT (tenant_id, scope) WHERE state = 'active' DO NOTHING
               RETURNING id, scope
             ), wraps AS (
               INSERT INTO data_key_wrap (tenant_id, data_key_id, subject_id, kek_version, wrapped)
               SELECT $1, w.id, w.subject, $8, w.wrapped
               FROM unnest($5::uuid[], $6::text[], $7::bytea[]) AS w(id, subject, wrapped) JOIN made USING (id)
             )
             SELECT scope, id FROM made`,
      values: [
        tenantId,
        ids,
        names,
        reserved,
        wraps.map((wrap) => wrap.id),
        wraps.map((wrap) => wrap.subject),
        wraps.map((wrap) => wrap.wrapped),
        kekVersion,
      ],
    });
    wipe(...fresh);
    return rows.map((row) => ({ ...row, encryptions: reserved, made: true }));
  }

  /** Unwraps keys, into the cache too; the caller wipes them. An erased or unknown key is left out. */
  async load(c: DatabaseClient, tenantId: string, ids: readonly string[]): Promise<Map<string, Buffer>> {
    const loaded = new Map<string, Buffer>();
    const { rows } = await c.query<WrapRow>({
      name: 'pvg_data_key_wraps',
      text: `SELECT DISTINCT ON (data_key_id) data_key_id, subject_id, kek_version, wrapped
             FROM data_key_wrap WHERE tenant_id = $1 AND data_key_id = ANY($2::uuid[])
             ORDER BY data_key_id, subject_id`,
      values: [tenantId, ids],
    });
    const keks = new Map<number, Buffer>();
    try {
      for (const row of rows) {
        let kek = keks.get(row.kek_version);
        if (!kek) {
          kek = await this.tenantKeys.kek(c, tenantId, row.kek_version);
          keks.set(row.kek_version, kek);
        }
        const key = decrypt(kek, row.wrapped, wrapBinding(tenantId, row.data_key_id, row.subject_id, row.kek_version));
        this.cache.put(`${tenantId}/dek/${row.data_key_id}`, key);
        loaded.set(row.data_key_id, key);
      }
      return loaded;
    } finally {
      wipe(...keks.values());
    }
  }
}
