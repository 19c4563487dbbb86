import type { Database } from '#lib/database';
import { DomainError, isSlug } from '#lib/kernel';
import { tenantLockKey } from '#lib/keyring';
import { CollectionSettings } from './collection-settings.js';

export interface Collection {
  readonly id: string;
  readonly settings: CollectionSettings;
}

export const DEFAULT_COLLECTION = 'default';

const CHANNEL = 'pvg_collection';
const CACHED_MAX = 10_000;
const CACHE_TTL_MS = 60_000;

/**
 * The collections of tenants. Every tenant has `default`, whether or not somebody has set it up. Settings are read from a
 * bounded cache that a change in any process empties.
 */
export class Collections {
  readonly #cache = new Map<string, { settings: CollectionSettings; readAtMs: number }>();
  #stopListening: () => Promise<void> = async () => undefined;

  private constructor(private readonly database: Database) {}

  static async open(database: Database): Promise<Collections> {
    const collections = new Collections(database);
    const forgetAll = () => collections.#cache.clear();
    collections.#stopListening = await database.listen(CHANNEL, forgetAll, { onReconnect: forgetAll });
    return collections;
  }

  /** Throws `resource.not_found` when the tenant has no such collection. */
  async get(tenantId: string, id: string): Promise<CollectionSettings> {
    const address = `${tenantId}/${id}`;
    const cached = this.#cache.get(address);
    if (cached && cached.readAtMs > performance.now() - CACHE_TTL_MS) return cached.settings;
    const { rows } = await this.database.withTenant(tenantId, (c) =>
      c.query<{ settings: unknown }>('SELECT settings FROM collection WHERE tenant_id = $1 AND id = $2', [
        tenantId,
        id,
      ]),
    );
    if (rows.length === 0 && id !== DEFAULT_COLLECTION) {
      throw new DomainError('resource.not_found', { publicMessage: 'There is no such collection.' });
    }
    const settings = CollectionSettings.parse(rows[0]?.settings ?? {});
    if (this.#cache.size >= CACHED_MAX) this.#cache.clear();
    this.#cache.set(address, { settings, readAtMs: performance.now() });
    return settings;
  }

  async list(tenantId: string): Promise<Collection[]> {
    const { rows } = await this.database.withTenant(tenantId, (c) =>
      c.query<{ id: string; settings: unknown }>('SELECT id, settings FROM collection WHERE tenant_id = $1', [
        tenantId,
      ]),
    );
    const found = rows.map(({ id, settings }) => ({ id, settings: CollectionSettings.parse(settings) }));
    if (!found.some(({ id }) => id === DEFAULT_COLLECTION)) {
      found.push({ id: DEFAULT_COLLECTION, settings: CollectionSettings.parse({}) });
    }
    return found.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Makes a collection, or replaces its settings. Throws `request.invalid` naming the settings at fault. */
  async put(tenantId: string, id: string, settings: unknown): Promise<CollectionSettings> {
    const parsed = CollectionSettings.safeParse(settings);
    if (!isSlug(id) || !parsed.success) {
      throw new DomainError('request.invalid', {
        publicMessage: 'The collection or its settings are not valid.',
        facts: { paths: parsed.error?.issues.map((issue) => `/${issue.path.join('/')}`) ?? ['/id'] },
      });
    }
    await this.database.withTenant(tenantId, async (c) => {
      await c.query(
        `INSERT INTO collection (tenant_id, id, settings) VALUES ($1, $2, $3)
         ON CONFLICT (tenant_id, id) DO UPDATE SET settings = excluded.settings, changed_at = now()`,
        [tenantId, id, JSON.stringify(parsed.data)],
      );
      await c.query(`SELECT pg_notify('${CHANNEL}', $1)`, [tenantId]);
    });
    this.#cache.delete(`${tenantId}/${id}`);
    return parsed.data;
  }

  /**
   * Removes a collection that holds no values any more; tombstones of ended ones stay. Throws `resource.not_found`,
   * `resource.conflict` while it holds some, with their number, and for `default`, which every tenant has.
   */
  async remove(tenantId: string, id: string): Promise<void> {
    await this.database.withTenant(tenantId, async (c) => {
      // Whoever stores values holds this shared until commit, and then looks for the collection.
      await c.query('SELECT pg_advisory_xact_lock($1::bigint)::text', [tenantLockKey(tenantId)]);
      const { rowCount } = await c.query('SELECT FROM collection WHERE tenant_id = $1 AND id = $2', [tenantId, id]);
      if (rowCount !== 1 && id !== DEFAULT_COLLECTION) {
        throw new DomainError('resource.not_found', { publicMessage: 'There is no such collection.' });
      }
      const { rows } = await c.query<{ values: number }>(
        `SELECT count(*)::int AS values FROM vault_value
         WHERE tenant_id = $1 AND collection_id = $2 AND ciphertext IS NOT NULL`,
        [tenantId, id],
      );
      const values = rows[0]?.values ?? 0;
      if (values > 0 || id === DEFAULT_COLLECTION) {
        throw new DomainError('resource.conflict', {
          publicMessage:
            id === DEFAULT_COLLECTION ? 'The collection `default` stays.' : 'The collection still holds values.',
          facts: { collectionId: id, values },
        });
      }
      await c.query('DELETE FROM collection WHERE tenant_id = $1 AND id = $2', [tenantId, id]);
      await c.query(`SELECT pg_notify('${CHANNEL}', $1)`, [tenantId]);
    });
    this.#cache.delete(`${tenantId}/${id}`);
  }

  async close(): Promise<void> {
    await this.#stopListening();
  }
}
