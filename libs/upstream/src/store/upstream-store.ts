import type { z } from 'zod';
import { type UpstreamConfig, UpstreamInput, upstreamConfig } from '#lib/config';
import { changedMeanwhile, type Database, isUniqueViolation, rowVersion } from '#lib/database';
import { DomainError, type Secret } from '#lib/kernel';
import type { SealedSecrets } from '#lib/keyring';

export type UpstreamSettings = z.infer<typeof UpstreamInput>;

/** An upstream that a tenant set up. Its credential is inside `config` and leaves only towards its own origin. */
export interface StoredUpstream {
  readonly config: UpstreamConfig;
  readonly settings: UpstreamSettings;
  readonly etag: string;
  /** `unreadable`: its key is gone or it was tampered with; the upstream is then not called. */
  readonly credential: 'none' | 'set' | 'unreadable';
  readonly credentialSetAt: Date | null;
  readonly createdAt: Date;
  readonly changedAt: Date;
}

interface Row {
  readonly name: string;
  readonly settings: unknown;
  readonly credential: string | null;
  readonly credential_set_at: Date | null;
  readonly etag: string;
  readonly created_at: Date;
  readonly changed_at: Date;
}

const CHANNEL = 'pvg_upstream';
const COLUMNS = 'name, settings, credential, credential_set_at, etag, created_at, changed_at';
const UPSTREAMS_PER_TENANT = 200;
const TENANTS_CACHED_MAX = 10_000;
const CACHE_TTL_MS = 60_000;
const STALE = Number.NEGATIVE_INFINITY;

/**
 * The upstreams that tenants set up over the admin API. Read from a bounded cache that a change in any process empties;
 * an upstream that did not change stays the same object, so that what is known of its health stays too.
 */
export class UpstreamStore {
  readonly #cache = new Map<string, { upstreams: readonly StoredUpstream[]; readAtMs: number }>();
  /** Counts changes heard of: what was read before one is stale when it arrives. */
  #changes = 0;
  #stopListening: () => Promise<void> = async () => undefined;

  private constructor(
    private readonly database: Database,
    private readonly sealed: SealedSecrets,
  ) {}

  static async open(database: Database, sealed: SealedSecrets): Promise<UpstreamStore> {
    const store = new UpstreamStore(database, sealed);
    store.#stopListening = await database.listen(CHANNEL, (tenantId) => store.#expire(tenantId), {
      onReconnect: () => {
        for (const tenantId of store.#cache.keys()) store.#expire(tenantId);
      },
    });
    return store;
  }

  /** All of a tenant, by name. */
  async list(tenantId: string): Promise<readonly StoredUpstream[]> {
    const cached = this.#cache.get(tenantId);
    if (cached && cached.readAtMs > performance.now() - CACHE_TTL_MS) return cached.upstreams;
    const readAtMs = performance.now();
    const changes = this.#changes;
    const { rows } = await this.database.withTenant(tenantId, (client) =>
      client.query<Row>({
        name: 'pvg_upstream_list',
        text: `SELECT ${COLUMNS} FROM upstream WHERE tenant_id = $1 ORDER BY name`,
        values: [tenantId],
      }),
    );
    const known = new Map(cached?.upstreams.map((one) => [versionOf(one.config.name, one.etag, one.createdAt), one]));
    const upstreams = await Promise.all(
      rows.map((row) => known.get(versionOf(row.name, row.etag, row.created_at)) ?? this.#open(tenantId, row)),
    );
    if (this.#cache.size >= TENANTS_CACHED_MAX) this.#cache.clear();
    this.#cache.set(tenantId, { upstreams, readAtMs: changes === this.#changes ? readAtMs : STALE });
    return upstreams;
  }

  /** Throws `resource.not_found`. */
  async get(tenantId: string, name: string): Promise<StoredUpstream> {
    const found = (await this.list(tenantId)).find(({ config }) => config.name === name);
    if (!found) throw unknownUpstream();
    return found;
  }

  /** Throws `resource.conflict` when the name is taken or the tenant has too many. */
  async create(tenantId: string, settings: UpstreamSettings, apiKey?: Secret<string>): Promise<StoredUpstream> {
    const sealed = apiKey && (await this.sealed.seal(tenantId, labelOf(settings), apiKey));
    try {
      await this.#write(tenantId, async (client) => {
        const { rows } = await client.query<{ count: number }>(
          'SELECT count(*)::int AS count FROM upstream WHERE tenant_id = $1',
          [tenantId],
        );
        if (rows[0]!.count >= UPSTREAMS_PER_TENANT) throw conflict('The tenant has as many upstreams as it may have.');
        await client.query(
          `INSERT INTO upstream (tenant_id, name, settings, credential, credential_set_at)
           VALUES ($1, $2, $3, $4, CASE WHEN $4::text IS NULL THEN NULL ELSE now() END)`,
          [tenantId, settings.name, JSON.stringify(settings), sealed ?? null],
        );
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw conflict('There is an upstream of that name.');
      throw error;
    }
    return this.get(tenantId, settings.name);
  }

  /**
   * Replaces the settings. The credential stays only while the upstream stays where it is and what it is: sent to another
   * origin it would be given away. Throws `precondition.failed` when the etag is not that of what is stored.
   */
  async change(tenantId: string, etag: string, settings: UpstreamSettings): Promise<StoredUpstream> {
    const stored = await this.#fresh(tenantId, settings.name);
    const keeps = labelOf(stored.settings) === labelOf(settings);
    await this.#write(tenantId, async (client) => {
      const { rowCount } = await client.query(
        `UPDATE upstream SET settings = $4, etag = etag + 1, changed_at = now(),
           credential = CASE WHEN $5 THEN credential END, credential_set_at = CASE WHEN $5 THEN credential_set_at END
         WHERE tenant_id = $1 AND name = $2 AND etag = $3`,
        [tenantId, settings.name, rowVersion(etag), JSON.stringify(settings), keeps],
      );
      if (rowCount === 0) throw changedMeanwhile('The upstream');
    });
    return this.get(tenantId, settings.name);
  }

  /** Sets another credential, or none. */
  async setCredential(tenantId: string, name: string, apiKey: Secret<string> | null): Promise<StoredUpstream> {
    const stored = await this.#fresh(tenantId, name);
    const sealed = apiKey && (await this.sealed.seal(tenantId, labelOf(stored.settings), apiKey));
    await this.#write(tenantId, async (client) => {
      const { rowCount } = await client.query(
        `UPDATE upstream SET credential = $4, etag = etag + 1, changed_at = now(),
           credential_set_at = CASE WHEN $4::text IS NULL THEN NULL ELSE now() END
         WHERE tenant_id = $1 AND name = $2 AND etag = $3`,
        [tenantId, name, stored.etag, sealed],
      );
      if (rowCount === 0) throw changedMeanwhile('The upstream');
    });
    return this.get(tenantId, name);
  }

  /** Throws `resource.not_found` or `precondition.failed`. */
  async remove(tenantId: string, name: string, etag: string): Promise<void> {
    await this.#fresh(tenantId, name);
    await this.#write(tenantId, async (client) => {
      const { rowCount } = await client.query('DELETE FROM upstream WHERE tenant_id = $1 AND name = $2 AND etag = $3', [
        tenantId,
        name,
        rowVersion(etag),
      ]);
      if (rowCount === 0) throw changedMeanwhile('The upstream');
    });
  }

  /** Those of all tenants that were asked for lately. */
  get cached(): readonly StoredUpstream[] {
    return [...this.#cache.values()].flatMap(({ upstreams }) => upstreams);
  }

  async close(): Promise<void> {
    await this.#stopListening();
  }

  async #fresh(tenantId: string, name: string): Promise<StoredUpstream> {
    this.#expire(tenantId);
    return this.get(tenantId, name);
  }

  async #write(tenantId: string, work: Parameters<Database['withTenant']>[1]): Promise<void> {
    await this.database.withTenant(tenantId, async (client) => {
      await work(client);
      await client.query(`SELECT pg_notify('${CHANNEL}', $1)`, [tenantId]);
    });
    this.#expire(tenantId);
  }

  /** Read anew at the next call; what is unchanged then stays. */
  #expire(tenantId: string): void {
    this.#changes += 1;
    const cached = this.#cache.get(tenantId);
    if (cached) this.#cache.set(tenantId, { ...cached, readAtMs: STALE });
  }

  async #open(tenantId: string, row: Row): Promise<StoredUpstream> {
    const settings = UpstreamInput.parse(row.settings);
    const head = {
      settings,
      etag: row.etag,
      credentialSetAt: row.credential_set_at,
      createdAt: row.created_at,
      changedAt: row.changed_at,
    };
    if (row.credential === null) return { ...head, config: upstreamConfig(settings), credential: 'none' };
    try {
      const apiKey = await this.sealed.unseal(tenantId, labelOf(settings), row.credential);
      return { ...head, config: upstreamConfig({ ...settings, apiKey: apiKey.reveal() }), credential: 'set' };
    } catch (error) {
      const isLost = error instanceof DomainError && LOST.has(error.code);
      if (!isLost) throw error;
      return { ...head, config: upstreamConfig(settings), credential: 'unreadable' };
    }
  }
}

const LOST: ReadonlySet<string> = new Set(['vault.integrity', 'keyring.unknown_key']);

/** Where a credential belongs: to this name, at this origin, in this API. */
function labelOf({ name, baseUrl, api }: UpstreamSettings): string {
  return `pvg/1|upstream|${name}|${api}|${new URL(baseUrl).origin}`;
}

/** A name that was given up and taken again is another upstream. */
function versionOf(name: string, etag: string, createdAt: Date): string {
  return `${name}/${etag}/${createdAt.getTime()}`;
}

function conflict(publicMessage: string): DomainError {
  return new DomainError('resource.conflict', { publicMessage });
}

function unknownUpstream(): DomainError {
  return new DomainError('resource.not_found', { publicMessage: 'There is no such upstream.' });
}
