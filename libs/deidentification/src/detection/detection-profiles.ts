import { createHash } from 'node:crypto';
import type { Database, DatabaseClient } from '#lib/database';
import type { DetectionOptions } from '#lib/detection';
import { DomainError, Secret } from '#lib/kernel';
import type { SealedSecrets } from '#lib/keyring';
import { compileDetection, DetectionSettings } from './detection-settings.js';

/** What a collection looks for, ready to run. */
export interface DetectionProfile {
  readonly options: DetectionOptions;
  /** Whether the operator's analyzer is asked as well. */
  readonly analyzer: boolean;
  /** Changes with the settings; caches of findings carry it. */
  readonly tag: string;
}

export interface StoredDetection {
  readonly settings: DetectionSettings;
  /** 0 when nothing was stored yet. */
  readonly version: number;
}

export const DEFAULT_PROFILE: DetectionProfile = { options: {}, analyzer: false, tag: '' };

const CHANNEL = 'pvg_detection';
const CACHED_MAX = 1_000;
const CACHE_TTL_MS = 60_000;

interface Row {
  readonly sealed: string;
  readonly version: number;
}

/**
 * The detection settings of collections. Lists name people, so settings are stored sealed, bound to their collection. Compiled
 * ones are kept in a bounded cache that a change in any process empties within moments.
 */
export class DetectionProfiles {
  readonly #cache = new Map<string, { profile: DetectionProfile; readAtMs: number }>();
  /** Counts changes heard of: a row read before one must not be cached after it. */
  #changes = 0;
  #stopListening: () => Promise<void> = async () => undefined;

  private constructor(
    private readonly database: Database,
    private readonly sealed: SealedSecrets,
  ) {}

  static async open(database: Database, sealed: SealedSecrets): Promise<DetectionProfiles> {
    const profiles = new DetectionProfiles(database, sealed);
    const forget = () => profiles.#forget();
    profiles.#stopListening = await database.listen(CHANNEL, forget, { onReconnect: forget });
    return profiles;
  }

  /** Throws `database.unavailable`, `vault.integrity` or `keyring.unavailable`: then nothing may be read as unmonitored. */
  async profile(tenantId: string, collectionId: string): Promise<DetectionProfile> {
    const address = `${tenantId}/${collectionId}`;
    const cached = this.#cache.get(address);
    if (cached && cached.readAtMs > performance.now() - CACHE_TTL_MS) return cached.profile;
    const changes = this.#changes;
    const readAtMs = performance.now();
    const { settings, version } = await this.read(tenantId, collectionId);
    const profile = version === 0 ? DEFAULT_PROFILE : profileOf(settings);
    if (changes === this.#changes) {
      if (this.#cache.size >= CACHED_MAX) this.#cache.clear();
      this.#cache.set(address, { profile, readAtMs });
    }
    return profile;
  }

  /** The settings as they were put; `{}` and version 0 when none were. */
  async read(tenantId: string, collectionId: string): Promise<StoredDetection> {
    const row = await this.database.withTenant(tenantId, (client) => select(client, tenantId, collectionId));
    if (!row) return { settings: {}, version: 0 };
    const opened = await this.sealed.unseal(tenantId, labelOf(collectionId), row.sealed);
    return { settings: DetectionSettings.parse(JSON.parse(opened.reveal())), version: row.version };
  }

  /**
   * Replaces the settings of a collection when they are still at `version`. Throws `request.invalid` naming the setting at
   * fault, `precondition.failed` when somebody was faster.
   */
  async put(
    tenantId: string,
    collectionId: string,
    settings: DetectionSettings,
    version: number,
  ): Promise<StoredDetection> {
    compileDetection(settings);
    const sealed = await this.sealed.seal(tenantId, labelOf(collectionId), new Secret(JSON.stringify(settings)));
    const written = await this.database.withTenant(tenantId, async (client) => {
      const { rowCount } =
        version === 0
          ? await client.query(
              `INSERT INTO detection_profile (tenant_id, collection_id, version, sealed) VALUES ($1, $2, 1, $3)
               ON CONFLICT DO NOTHING`,
              [tenantId, collectionId, sealed],
            )
          : await client.query(
              `UPDATE detection_profile SET version = version + 1, sealed = $3, changed_at = now()
               WHERE tenant_id = $1 AND collection_id = $2 AND version = $4`,
              [tenantId, collectionId, sealed, version],
            );
      if (rowCount === 1) await client.query(`SELECT pg_notify('${CHANNEL}', $1)`, [tenantId]);
      return rowCount === 1;
    });
    if (!written) {
      throw new DomainError('precondition.failed', {
        publicMessage: 'The detection settings were changed meanwhile. Read them again.',
      });
    }
    this.#forget();
    return { settings, version: version + 1 };
  }

  async close(): Promise<void> {
    await this.#stopListening();
  }

  #forget(): void {
    this.#changes += 1;
    this.#cache.clear();
  }
}

async function select(client: DatabaseClient, tenantId: string, collectionId: string): Promise<Row | undefined> {
  const { rows } = await client.query<Row>({
    name: 'pvg_detection_profile',
    text: 'SELECT sealed, version FROM detection_profile WHERE tenant_id = $1 AND collection_id = $2',
    values: [tenantId, collectionId],
  });
  return rows[0];
}

function profileOf(settings: DetectionSettings): DetectionProfile {
  const tag = createHash('sha256').update(JSON.stringify(settings)).digest('base64url');
  return { options: compileDetection(settings), analyzer: settings.analyzer === true, tag };
}

function labelOf(collectionId: string): string {
  return `pvg/1|detection|${collectionId}`;
}
