import { randomBytes, randomUUID } from 'node:crypto';
import type { Database, DatabaseClient } from '#lib/database';
import { DomainError } from '#lib/kernel';
import { decrypt, encrypt } from './crypto/aead.js';
import { lengthPrefixed } from './crypto/length-prefixed.js';
import { wipe } from './crypto/wipe.js';
import type { KeyCache } from './key-cache.js';
import type { TenantKeys } from './keyring-types.js';
import type { Kms } from './kms/kms.js';

const CANARY = Buffer.from('pvg canary: this key opens what it should');

/** What a tenant's key-encryption keys and index seeds need: made at first use, unwrapped into the cache, canary checked. */
export class TenantKeyStore {
  constructor(
    private readonly database: Database,
    private readonly kms: Kms,
    private readonly cache: KeyCache,
  ) {}

  /** Which keys the tenant writes with, from the database. Makes the first ones; of many processes at once, one wins. */
  async load(tenantId: string): Promise<TenantKeys> {
    const found = await this.database.withTenant(tenantId, (c) => this.read(c, tenantId));
    if (found) return found;
    await this.#create(tenantId);
    const made = await this.database.withTenant(tenantId, (c) => this.read(c, tenantId));
    if (made) return made;
    throw new DomainError('keyring.unknown_key', {
      publicMessage: 'The tenant has no active keys.',
      detail: 'tenant_kek or index_key holds no active row',
      facts: { tenantId },
    });
  }

  /** As `load`, inside a transaction; null for a tenant that has no keys yet. */
  async read(c: DatabaseClient, tenantId: string): Promise<TenantKeys | null> {
    const { rows } = await c.query<TenantKeysRow>({
      name: 'pvg_tenant_keys',
      text: `SELECT e.epoch::text AS epoch, e.stand_ins, EXISTS (SELECT FROM data_key d WHERE d.tenant_id = $1
                 AND d.state = 'retiring' AND d.scope <> 'sealed') AS retiring, k.version AS kek, i.version AS active, b.version AS building
             FROM key_epoch e
             JOIN tenant_kek k ON k.tenant_id = e.tenant_id AND k.state = 'active'
             JOIN index_key i ON i.tenant_id = e.tenant_id AND i.state = 'active'
             LEFT JOIN index_key b ON b.tenant_id = e.tenant_id AND b.state = 'building'
             WHERE e.tenant_id = $1`,
      values: [tenantId],
    });
    const row = rows[0];
    if (!row) return null;
    return {
      tenantId,
      epoch: row.epoch,
      kekVersion: row.kek,
      indexVersion: row.active,
      standIns: row.stand_ins,
      retiring: row.retiring,
      alsoIndexVersions: row.building === null ? [] : [row.building],
    };
  }

  async #create(tenantId: string): Promise<void> {
    const kek = await this.makeKek(tenantId, 1);
    const seed = this.makeIndexSeed(tenantId, 1, 1, kek.key);
    const won = await this.database.withTenant(tenantId, async (c) => {
      await c.query('INSERT INTO key_epoch (tenant_id) VALUES ($1) ON CONFLICT DO NOTHING', [tenantId]);
      if (!(await insertKek(c, tenantId, 1, kek))) return false;
      await insertIndexKey(c, tenantId, 1, 'active', 1, seed);
      return true;
    });
    wipe(kek.key);
    if (!won) await this.kms.destroySlot(kek.slot);
  }

  /** A new key-encryption key, wrapped in a slot of its own. The caller wipes `key`. */
  async makeKek(tenantId: string, version: number): Promise<NewKek> {
    const key = randomBytes(32);
    const slot = `kek-${randomUUID()}`;
    const wrapped = await this.kms.wrap(slot, key, kekBinding(tenantId, version));
    return { slot, key, wrapped, canary: encrypt(key, CANARY, canaryBinding(tenantId, 'kek', version)) };
  }

  /** A new index seed: the salt that makes one version's digests unrelated to another's. */
  makeIndexSeed(tenantId: string, version: number, kekVersion: number, kek: Uint8Array): NewIndexKey {
    const seed = randomBytes(32);
    try {
      return {
        wrapped: encrypt(kek, seed, seedBinding(tenantId, version, kekVersion)),
        canary: encrypt(seed, CANARY, canaryBinding(tenantId, 'index', version)),
      };
    } finally {
      wipe(seed);
    }
  }

  /** The key-encryption key of a version; the caller wipes it. Throws `keyring.unknown_key` when it was destroyed. */
  async kek(c: DatabaseClient, tenantId: string, version: number): Promise<Buffer> {
    const id = `${tenantId}/kek/${version}`;
    const cached = this.cache.get(id);
    if (cached) return cached;
    const { rows } = await c.query<{ slot: string; wrapped: Buffer | null; canary: Buffer | null }>(
      'SELECT slot, wrapped, canary FROM tenant_kek WHERE tenant_id = $1 AND version = $2',
      [tenantId, version],
    );
    const row = rows[0];
    if (!row?.wrapped || !row.canary) throw unknownKey(tenantId, 'kek', version);
    const key = await this.kms.unwrap(row.slot, row.wrapped, kekBinding(tenantId, version));
    checkCanary(key, row.canary, canaryBinding(tenantId, 'kek', version));
    this.cache.put(id, key);
    return key;
  }

  /** The tenant's index key of a version: from the index root, salted by the version's seed. The caller wipes it. */
  async indexKey(c: DatabaseClient, tenantId: string, version: number): Promise<Buffer> {
    const id = `${tenantId}/index/${version}`;
    const cached = this.cache.get(id);
    if (cached) return cached;
    const { rows } = await c.query<{ wrapped: Buffer | null; canary: Buffer | null; kek_version: number }>(
      'SELECT wrapped, canary, kek_version FROM index_key WHERE tenant_id = $1 AND version = $2',
      [tenantId, version],
    );
    const row = rows[0];
    if (!row?.wrapped || !row.canary) throw unknownKey(tenantId, 'index', version);
    const kek = await this.kek(c, tenantId, row.kek_version);
    const seed = decrypt(kek, row.wrapped, seedBinding(tenantId, version, row.kek_version));
    wipe(kek);
    checkCanary(seed, row.canary, canaryBinding(tenantId, 'index', version));
    const key = await this.kms.deriveIndexKey(seed, `pvg/1|index|${tenantId}`);
    wipe(seed);
    this.cache.put(id, key);
    return key;
  }
}

interface TenantKeysRow {
  readonly epoch: string;
  readonly stand_ins: boolean;
  readonly retiring: boolean;
  readonly kek: number;
  readonly active: number;
  readonly building: number | null;
}

export interface NewKek {
  readonly slot: string;
  readonly key: Buffer;
  readonly wrapped: Buffer;
  readonly canary: Buffer;
}

export interface NewIndexKey {
  readonly wrapped: Buffer;
  readonly canary: Buffer;
}

/** False when the version is there already. */
export async function insertKek(c: DatabaseClient, tenantId: string, version: number, kek: NewKek): Promise<boolean> {
  const { rowCount } = await c.query(
    `INSERT INTO tenant_kek (tenant_id, version, slot, state, wrapped, canary) VALUES ($1, $2, $3, 'active', $4, $5)
     ON CONFLICT DO NOTHING`,
    [tenantId, version, kek.slot, kek.wrapped, kek.canary],
  );
  return rowCount === 1;
}

export async function insertIndexKey(
  c: DatabaseClient,
  tenantId: string,
  version: number,
  state: 'active' | 'building',
  kekVersion: number,
  key: NewIndexKey,
): Promise<void> {
  await c.query(
    `INSERT INTO index_key (tenant_id, version, state, kek_version, wrapped, canary) VALUES ($1, $2, $3, $4, $5, $6)`,
    [tenantId, version, state, kekVersion, key.wrapped, key.canary],
  );
}

export function seedBinding(tenantId: string, version: number, kekVersion: number): Buffer {
  return lengthPrefixed(['pvg/1|index-seed', tenantId, String(version), String(kekVersion)]);
}

function kekBinding(tenantId: string, version: number): Buffer {
  return lengthPrefixed(['pvg/1|kek', tenantId, String(version)]);
}

function canaryBinding(tenantId: string, kind: 'kek' | 'index', version: number): Buffer {
  return lengthPrefixed(['pvg/1|canary', tenantId, kind, String(version)]);
}

function checkCanary(key: Uint8Array, canary: Uint8Array, binding: Uint8Array): void {
  wipe(decrypt(key, canary, binding));
}

export function unknownKey(tenantId: string, kind: string, version: number | string): DomainError {
  return new DomainError('keyring.unknown_key', {
    publicMessage: 'A key that this needs was destroyed or is missing.',
    detail: `${kind} ${version} of tenant ${tenantId} can not be unwrapped`,
    facts: { tenantId, kind, version },
  });
}
