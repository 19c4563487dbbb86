import { type McpServerConfig, McpServerInput, type ToolConfig, ToolInput } from '#lib/config';
import { changedMeanwhile, type Database, isUniqueViolation, rowVersion } from '#lib/database';
import { DomainError, type Secret } from '#lib/kernel';
import type { SealedSecrets } from '#lib/keyring';

export type SourceKind = 'tool' | 'mcp_server';

interface Kinds {
  readonly tool: { readonly input: ReturnType<typeof ToolInput.parse>; readonly config: ToolConfig };
  readonly mcp_server: { readonly input: ReturnType<typeof McpServerInput.parse>; readonly config: McpServerConfig };
}

/** A tool or MCP server that a tenant set up. Its credential leaves only towards the origin it was set for. */
export interface StoredSource<K extends SourceKind> {
  readonly name: string;
  readonly settings: Kinds[K]['input'];
  readonly config: Kinds[K]['config'];
  readonly etag: string;
  readonly credential: 'none' | 'set' | 'unreadable';
  readonly createdAt: Date;
  readonly changedAt: Date;
}

interface Row {
  readonly name: string;
  readonly settings: unknown;
  readonly credential: string | null;
  readonly etag: string;
  readonly created_at: Date;
  readonly changed_at: Date;
}

const CHANNEL = 'pvg_tool_source';
const PER_TENANT_MAX = 500;
const CACHE_TTL_MS = 60_000;
const STALE = Number.NEGATIVE_INFINITY;
const TENANTS_CACHED_MAX = 10_000;

/** Tools and MCP servers of tenants. A bounded cache, which a change in any process makes stale. */
export class ToolStore {
  readonly #cache = new Map<string, { sources: readonly StoredSource<SourceKind>[]; readAtMs: number }>();
  #changes = 0;
  #stopListening: () => Promise<void> = async () => undefined;

  private constructor(
    private readonly database: Database,
    private readonly sealed: SealedSecrets,
  ) {}

  static async open(database: Database, sealed: SealedSecrets): Promise<ToolStore> {
    const store = new ToolStore(database, sealed);
    store.#stopListening = await database.listen(CHANNEL, () => store.#expire(), {
      onReconnect: () => store.#expire(),
    });
    return store;
  }

  async list<K extends SourceKind>(tenantId: string, kind: K): Promise<readonly StoredSource<K>[]> {
    const key = `${tenantId}/${kind}`;
    const cached = this.#cache.get(key) as { sources: readonly StoredSource<K>[]; readAtMs: number } | undefined;
    if (cached && cached.readAtMs > performance.now() - CACHE_TTL_MS) return cached.sources;
    const readAtMs = performance.now();
    const changes = this.#changes;
    const { rows } = await this.database.withTenant(tenantId, (client) =>
      client.query<Row>({
        name: 'pvg_tool_source_list',
        text: `SELECT name, settings, credential, etag, created_at, changed_at FROM tool_source
               WHERE tenant_id = $1 AND kind = $2 ORDER BY name`,
        values: [tenantId, kind],
      }),
    );
    // What did not change stays the same object: connections and sessions live as long as it does.
    const known = new Map(cached?.sources.map((one) => [versionOf(one.name, one.etag, one.createdAt), one]));
    const sources = await Promise.all(
      rows.map((row) => known.get(versionOf(row.name, row.etag, row.created_at)) ?? this.#open(tenantId, kind, row)),
    );
    if (this.#cache.size >= TENANTS_CACHED_MAX) this.#cache.clear();
    this.#cache.set(key, { sources, readAtMs: changes === this.#changes ? readAtMs : STALE });
    return sources;
  }

  /** Throws `resource.not_found`. */
  async get<K extends SourceKind>(tenantId: string, kind: K, name: string): Promise<StoredSource<K>> {
    const found = (await this.list(tenantId, kind)).find((one) => one.name === name);
    if (!found) throw unknown();
    return found;
  }

  /** Throws `resource.conflict` when the name is taken or the tenant has too many. */
  async create<K extends SourceKind>(
    tenantId: string,
    kind: K,
    settings: Kinds[K]['input'],
    credential?: Secret<string>,
  ): Promise<StoredSource<K>> {
    const sealed = credential && (await this.sealed.seal(tenantId, labelOf(kind, settings), credential));
    try {
      await this.#write(tenantId, async (client) => {
        const { rows } = await client.query<{ count: number }>(
          'SELECT count(*)::int AS count FROM tool_source WHERE tenant_id = $1',
          [tenantId],
        );
        if (rows[0]!.count >= PER_TENANT_MAX) throw conflict('The tenant has as many tools as it may have.');
        await client.query(
          'INSERT INTO tool_source (tenant_id, kind, name, settings, credential) VALUES ($1, $2, $3, $4, $5)',
          [tenantId, kind, settings.name, JSON.stringify(settings), sealed ?? null],
        );
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw conflict('There is one of that name.');
      throw error;
    }
    return this.get(tenantId, kind, settings.name);
  }

  /** Replaces the settings; the credential stays only for the origin it was set for. Throws `precondition.failed`. */
  async change<K extends SourceKind>(
    tenantId: string,
    kind: K,
    etag: string,
    settings: Kinds[K]['input'],
  ): Promise<StoredSource<K>> {
    const stored = await this.#fresh(tenantId, kind, settings.name);
    const keeps = labelOf(kind, stored.settings) === labelOf(kind, settings);
    await this.#write(tenantId, async (client) => {
      const { rowCount } = await client.query(
        `UPDATE tool_source SET settings = $5, etag = etag + 1, changed_at = now(),
           credential = CASE WHEN $6 THEN credential END
         WHERE tenant_id = $1 AND kind = $2 AND name = $3 AND etag = $4`,
        [tenantId, kind, settings.name, rowVersion(etag), JSON.stringify(settings), keeps],
      );
      if (rowCount === 0) throw changedMeanwhile('It');
    });
    return this.get(tenantId, kind, settings.name);
  }

  /** Sets another credential, or none. Throws `resource.not_found` or `precondition.failed`. */
  async setCredential<K extends SourceKind>(
    tenantId: string,
    kind: K,
    ref: { readonly name: string; readonly etag: string },
    credential: Secret<string> | null,
  ): Promise<StoredSource<K>> {
    const { name, etag } = ref;
    const stored = await this.#fresh(tenantId, kind, name);
    const sealed = credential && (await this.sealed.seal(tenantId, labelOf(kind, stored.settings), credential));
    await this.#write(tenantId, async (client) => {
      // Sealed for the origin that was read: should it have moved meanwhile, so has the version.
      const { rowCount } = await client.query(
        `UPDATE tool_source SET credential = $5, etag = etag + 1, changed_at = now()
         WHERE tenant_id = $1 AND kind = $2 AND name = $3 AND etag = $4 AND etag = $6`,
        [tenantId, kind, name, rowVersion(etag), sealed, stored.etag],
      );
      if (rowCount === 0) throw changedMeanwhile('It');
    });
    return this.get(tenantId, kind, name);
  }

  /** Throws `resource.not_found` or `precondition.failed`. */
  async remove(tenantId: string, kind: SourceKind, name: string, etag: string): Promise<void> {
    await this.#fresh(tenantId, kind, name);
    await this.#write(tenantId, async (client) => {
      const { rowCount } = await client.query(
        'DELETE FROM tool_source WHERE tenant_id = $1 AND kind = $2 AND name = $3 AND etag = $4',
        [tenantId, kind, name, rowVersion(etag)],
      );
      if (rowCount === 0) throw changedMeanwhile('It');
    });
  }

  async close(): Promise<void> {
    await this.#stopListening();
  }

  async #write(tenantId: string, work: Parameters<Database['withTenant']>[1]): Promise<void> {
    await this.database.withTenant(tenantId, async (client) => {
      await work(client);
      await client.query(`SELECT pg_notify('${CHANNEL}', $1)`, [tenantId]);
    });
    this.#expire();
  }

  /** Read anew at the next call. */
  #expire(): void {
    this.#changes += 1;
    for (const cached of this.#cache.values()) cached.readAtMs = STALE;
  }

  async #fresh<K extends SourceKind>(tenantId: string, kind: K, name: string): Promise<StoredSource<K>> {
    this.#expire();
    return this.get(tenantId, kind, name);
  }

  async #open<K extends SourceKind>(tenantId: string, kind: K, row: Row): Promise<StoredSource<K>> {
    const settings = (kind === 'tool' ? ToolInput : McpServerInput).parse(row.settings) as Kinds[K]['input'];
    const head = { name: row.name, settings, etag: row.etag, createdAt: row.created_at, changedAt: row.changed_at };
    if (row.credential === null) return { ...head, config: settings as Kinds[K]['config'], credential: 'none' };
    try {
      const credential = await this.sealed.unseal(tenantId, labelOf(kind, settings), row.credential);
      return { ...head, config: { ...settings, credential } as Kinds[K]['config'], credential: 'set' };
    } catch (error) {
      const lost = error instanceof DomainError && LOST.has(error.code);
      if (!lost) throw error;
      return { ...head, config: settings as Kinds[K]['config'], credential: 'unreadable' };
    }
  }
}

const LOST: ReadonlySet<string> = new Set(['vault.integrity', 'keyring.unknown_key']);

/** Where a credential belongs: to this name, at this origin. */
function labelOf(kind: SourceKind, settings: Kinds[SourceKind]['input']): string {
  const url =
    'transport' in settings ? settings.transport.url : settings.executor.kind === 'http' ? settings.executor.url : '';
  const origin = url === '' ? '' : new URL(url.replace(/\{\{[^{}]*\}\}/g, 'x')).origin;
  return `pvg/1|${kind}|${settings.name}|${origin}`;
}

/** A name that was given up and taken again is another one. */
function versionOf(name: string, etag: string, createdAt: Date): string {
  return `${name}/${etag}/${createdAt.getTime()}`;
}

function conflict(publicMessage: string): DomainError {
  return new DomainError('resource.conflict', { publicMessage });
}

function unknown(): DomainError {
  return new DomainError('resource.not_found', { publicMessage: 'There is no such tool or server.' });
}
