import type { Database, DatabaseClient } from '#lib/database';
import { DomainError } from '#lib/kernel';
import { wipe } from './crypto/wipe.js';
import { DataKeyStore } from './data-keys.js';
import { EncryptionBudget } from './encryption-budget.js';
import { KeyCache } from './key-cache.js';
import { KEYRING_LIMITS, type KeyringLimits, type KeyScope, keyScopeName, type TenantKeys } from './keyring-types.js';
import type { Kms } from './kms/kms.js';
import { hkdf } from './kms/local-roots.js';
import { checkRootKeys } from './root-check.js';
import { TenantKeyStore } from './tenant-keys.js';
import { changeTenantKeys, lockTenantKeysShared } from './tenant-lock.js';

const CHANNEL = 'pvg_keyring';
const ATTEMPTS_MAX = 8;

export interface KeyringOptions {
  readonly database: Database;
  readonly kms: Kms;
  readonly limits?: Partial<KeyringLimits>;
}

/** Encryptions reserved under the active key of a scope. */
export interface EncryptionKeys {
  readonly keys: TenantKeys;
  /** Key id by scope name. */
  readonly idOf: ReadonlyMap<string, string>;
  /** Gives back what was not used. */
  giveBack(unused: ReadonlyMap<string, number>): void;
}

/**
 * The keys of every tenant: root → tenant key-encryption key (versioned) → data keys, and the index keys. Unwrapped keys
 * live in one bounded cache that is wiped on eviction and dropped in every process when keys change.
 */
export class Keyring {
  readonly limits: KeyringLimits;
  readonly tenantKeys: TenantKeyStore;
  readonly dataKeys: DataKeyStore;
  readonly #cache: KeyCache;
  readonly #budget: EncryptionBudget;
  readonly #tenants = new Map<string, TenantKeys>();
  #stopListening: () => Promise<void> = async () => undefined;

  private constructor(
    readonly database: Database,
    readonly kms: Kms,
    limits: Partial<KeyringLimits>,
  ) {
    this.limits = { ...KEYRING_LIMITS, ...limits };
    this.#cache = new KeyCache({ countMax: this.limits.cachedKeysMax, ttlMs: this.limits.cacheTtlMs });
    this.#budget = new EncryptionBudget(this.limits.cachedKeysMax);
    this.tenantKeys = new TenantKeyStore(database, kms, this.#cache);
    this.dataKeys = new DataKeyStore(this.tenantKeys, this.#cache);
  }

  /** Throws `keyring.wrong_root_key` when the database was made with another root key. */
  static async open(options: KeyringOptions): Promise<Keyring> {
    await checkRootKeys(options.database, options.kms);
    const keyring = new Keyring(options.database, options.kms, options.limits ?? {});
    const onReconnect = () => keyring.forget('');
    keyring.#stopListening = await options.database.listen(CHANNEL, (prefix) => keyring.forget(prefix), {
      onReconnect,
    });
    return keyring;
  }

  get cachedKeyCount(): number {
    return this.#cache.size;
  }

  /** Which keys the tenant writes with, as far as this process knows. The writing statement checks the epoch. */
  async tenant(tenantId: string): Promise<TenantKeys> {
    const known = this.#tenants.get(tenantId);
    if (known) return known;
    const loaded = await this.tenantKeys.load(tenantId);
    this.#tenants.set(tenantId, loaded);
    return loaded;
  }

  /** Forgets the tenant's write keys, so that the next call reads them anew; unwrapped keys stay. */
  refresh(tenantId: string): void {
    this.#tenants.delete(tenantId);
  }

  /**
   * Reserves encryptions under the active key of each scope, making keys that are missing. A key that has reached
   * `encryptionsBeforeRotation` is succeeded by a new one first.
   *
   * Throws `keyring.busy` when keys keep changing underneath.
   */
  async reserve(
    tenantId: string,
    wants: readonly { readonly scope: KeyScope; readonly count: number }[],
  ): Promise<EncryptionKeys> {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const keys = await this.tenant(tenantId);
      const idOf = new Map<string, string>();
      const lacking = wants.filter(({ scope, count }) => {
        const name = keyScopeName(scope);
        const id = this.#budget.take(address(tenantId, name), keys.epoch, count);
        if (id !== null) idOf.set(name, id);
        return id === null;
      });
      const giveBack = (unused: ReadonlyMap<string, number>) => {
        for (const [name, count] of unused) {
          const id = idOf.get(name);
          if (id !== undefined) this.#budget.giveBack(address(tenantId, name), id, count);
        }
      };
      if (lacking.length === 0) return { keys, idOf, giveBack };
      giveBack(new Map(wants.map(({ scope, count }) => [keyScopeName(scope), count])));
      await this.#refill(keys, lacking);
    }
    throw new DomainError('keyring.busy', { publicMessage: 'Keys are being changed. Try again.', facts: { tenantId } });
  }

  async #refill(keys: TenantKeys, wants: readonly { scope: KeyScope; count: number }[]): Promise<void> {
    const { tenantId } = keys;
    const { encryptionsReserved, encryptionsBeforeRotation, encryptionsPerKeyMax } = this.limits;
    const count = Math.max(...wants.map((want) => want.count));
    if (count > encryptionsPerKeyMax) throw new RangeError('more encryptions at once than one key may make');
    const chunk = Math.min(encryptionsPerKeyMax, Math.max(count, wants.length > 1 ? 1_024 : encryptionsReserved));
    const worn = await this.database.withTenant(tenantId, async (c) => {
      if (!(await holdTenantKeys(c, keys))) {
        this.refresh(tenantId);
        return [];
      }
      const active = await this.dataKeys.ensureActive(
        c,
        keys,
        wants.map((want) => want.scope),
        chunk,
      );
      const found = active.filter((key) => !key.made);
      const reserved = await reserveMore(
        c,
        tenantId,
        found.map((key) => key.id),
        chunk,
        encryptionsBeforeRotation,
      );
      const usable = active.filter((key) => key.made || reserved.has(key.id));
      for (const key of usable) this.#budget.add(address(tenantId, key.scope), keys.epoch, key.id, chunk);
      return found.filter((key) => !reserved.has(key.id));
    });
    if (worn.length === 0) return;
    await this.database.withTenant(tenantId, async (c) => {
      await this.change(c, tenantId);
      await c.query(`UPDATE data_key SET state = 'retiring' WHERE tenant_id = $1 AND id = ANY($2::uuid[])`, [
        tenantId,
        worn.map((key) => key.id),
      ]);
    });
    this.refresh(tenantId);
  }

  /**
   * As `reserve`, inside a transaction that has begun a `change`: the active key of each scope, by scope name. What is
   * reserved is used now or never.
   */
  async reserveWithin(
    c: DatabaseClient,
    tenantId: string,
    wants: readonly { readonly scope: KeyScope; readonly count: number }[],
  ): Promise<Map<string, string>> {
    const keys = await this.tenantKeys.read(c, tenantId);
    if (!keys) throw new DomainError('keyring.unknown_key', { publicMessage: 'The tenant has no keys.' });
    const idOf = new Map<string, string>();
    for (const { scope, count } of wants) {
      const name = keyScopeName(scope);
      const [active] = await this.dataKeys.ensureActive(c, keys, [scope], count);
      const counted = active?.made ?? false;
      const max = this.limits.encryptionsBeforeRotation;
      if (active && (counted || (await reserveMore(c, tenantId, [active.id], count, max)).size === 1)) {
        idOf.set(name, active.id);
        continue;
      }
      await c.query(`UPDATE data_key SET state = 'retiring' WHERE tenant_id = $1 AND scope = $2 AND state = 'active'`, [
        tenantId,
        name,
      ]);
      const [fresh] = await this.dataKeys.ensureActive(c, keys, [scope], count);
      idOf.set(name, fresh!.id);
    }
    return idOf;
  }

  /**
   * Runs `work` with the data keys of the given ids and wipes them afterwards. Keys that were erased are left out. `work`
   * is synchronous, so that nothing can happen between taking a key and using it.
   */
  async withDataKeys<T>(
    tenantId: string,
    ids: readonly string[],
    work: (keyOf: ReadonlyMap<string, Buffer>) => T,
    client?: DatabaseClient,
  ): Promise<T> {
    const keys = new Map<string, Buffer>();
    const missing = new Set<string>();
    for (const id of new Set(ids)) {
      const key = this.#cache.get(`${tenantId}/dek/${id}`);
      if (key) keys.set(id, key);
      else missing.add(id);
    }
    try {
      if (missing.size > 0) {
        const load = (c: DatabaseClient) => this.dataKeys.load(c, tenantId, [...missing]);
        const loaded = await (client ? load(client) : this.database.withTenant(tenantId, load));
        for (const [id, key] of loaded) keys.set(id, key);
      }
      return work(keys);
    } finally {
      wipe(...keys.values());
    }
  }

  /**
   * Runs `work` with a function that derives the key of a label from the tenant's index key of a version (HKDF-SHA-256,
   * RFC 5869), and wipes all of them afterwards. Derived keys are cached beside the one they come from.
   */
  async withIndexKeys<T>(
    tenantId: string,
    versions: readonly number[],
    work: (keyOf: (version: number, label: string) => Buffer) => T,
    client?: DatabaseClient,
  ): Promise<T> {
    const roots = new Map<number, Buffer>();
    const derived = new Map<string, Buffer>();
    try {
      for (const version of versions) {
        const load = (c: DatabaseClient) => this.tenantKeys.indexKey(c, tenantId, version);
        const cached = this.#cache.get(`${tenantId}/index/${version}`);
        roots.set(version, cached ?? (await (client ? load(client) : this.database.withTenant(tenantId, load))));
      }
      return work((version, label) => {
        const id = `${version}|${label}`;
        const known = derived.get(id);
        if (known) return known;
        const root = roots.get(version);
        if (!root) throw new RangeError('an index version that was not asked for');
        const address = `${tenantId}/index/${version}/${label}`;
        const cached = this.#cache.get(address);
        const key = cached ?? hkdf(root, Buffer.alloc(0), label);
        if (!cached) this.#cache.put(address, key);
        derived.set(id, key);
        return key;
      });
    } finally {
      wipe(...roots.values(), ...derived.values());
    }
  }

  /**
   * Begins a change of the tenant's keys inside a transaction: waits for running writers, holds off new ones until commit,
   * raises the epoch and tells every process to forget. Keep what follows short.
   */
  async change(c: DatabaseClient, tenantId: string): Promise<void> {
    await changeTenantKeys(c, tenantId);
    await c.query(`SELECT pg_notify('${CHANNEL}', $1)`, [`${tenantId}/`]);
  }

  /** Wipes cached keys whose address starts with `prefix` (`<tenant>/` or `<tenant>/dek/<id>`; '' for all). */
  forget(prefix: string): void {
    this.#cache.clear(prefix);
    this.#budget.clear(prefix);
    for (const tenantId of [...this.#tenants.keys()]) {
      if (`${tenantId}/`.startsWith(prefix)) this.#tenants.delete(tenantId);
    }
  }

  /** Wipes every key and closes the provider. */
  async close(): Promise<void> {
    await this.#stopListening();
    this.#cache.close();
    this.#budget.clear();
    this.#tenants.clear();
    await this.kms.close();
  }
}

function address(tenantId: string, scopeName: string): string {
  return `${tenantId}/${scopeName}`;
}

/** Whether the tenant's keys are still those that `keys` says. Holds the shared lock, so they stay so until commit. */
export async function holdTenantKeys(c: DatabaseClient, keys: TenantKeys): Promise<boolean> {
  await lockTenantKeysShared(c, keys.tenantId);
  return (await currentEpoch(c, keys.tenantId)) === keys.epoch;
}

async function currentEpoch(c: DatabaseClient, tenantId: string): Promise<string | undefined> {
  const { rows } = await c.query<{ epoch: string }>({
    name: 'pvg_key_epoch',
    text: 'SELECT epoch::text AS epoch FROM key_epoch WHERE tenant_id = $1',
    values: [tenantId],
  });
  return rows[0]?.epoch;
}

/** Counts `count` more encryptions on each key that stays within `max`; rows are locked in order of id. */
async function reserveMore(
  c: DatabaseClient,
  tenantId: string,
  ids: readonly string[],
  count: number,
  max: number,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await c.query<{ id: string }>({
    name: 'pvg_data_keys_reserve',
    text: `WITH locked AS (
             SELECT id FROM data_key WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND encryptions + $3 <= $4
             ORDER BY id FOR UPDATE
           )
           UPDATE data_key k SET encryptions = encryptions + $3 FROM locked
           WHERE k.tenant_id = $1 AND k.id = locked.id RETURNING k.id`,
    values: [tenantId, ids, count, max],
  });
  return new Set(rows.map((row) => row.id));
}
