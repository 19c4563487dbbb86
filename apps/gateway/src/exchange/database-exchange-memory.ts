import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Database } from '#lib/database';
import { ExchangeMemory, type MemoryScope, type Remembered } from '#lib/deidentification';
import { Secret } from '#lib/kernel';
import { Keyring, SealedSecrets } from '#lib/keyring';
import { keyedDigests } from './keyed-digest.js';

const LABEL = 'pvg/1|exchange-memory';
const KEPT_DAYS = 7;
const KEPT_PER_PRINCIPAL = 10_000;
const TEXT_LENGTH_MAX = 1_000_000;
const SWEEP_INTERVAL_MS = 3_600_000;

/**
 * Exchange memory in Postgres, so that every replica recalls what another rendered. Rows hold a keyed digest of the
 * rendering and the tokenised text, sealed; neither form of the text can be read from the table.
 */
@Injectable()
export class DatabaseExchangeMemory extends ExchangeMemory implements OnModuleInit, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly sealed: SealedSecrets,
  ) {
    super();
  }

  onModuleInit(): void {
    this.timer = setInterval(() => void this.sweep().catch(() => undefined), SWEEP_INTERVAL_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  override async recall(scope: MemoryScope, rendered: readonly string[]): Promise<readonly (string | null)[]> {
    const digests = await this.digests(scope, rendered);
    const { rows } = await this.database.tenantStatement<{ digest: Buffer; sealed: string }>(scope.tenantId, {
      name: 'pvg_exchange_memory_recall',
      text: `SELECT digest, sealed FROM exchange_memory
             WHERE tenant_id = $1 AND digest = ANY($2::bytea[]) AND expires_at > now() AND NOT ambiguous`,
      values: [scope.tenantId, digests],
    });
    const texts = new Map<string, string>();
    for (const row of rows) {
      const opened = await this.sealed.unseal(scope.tenantId, LABEL, row.sealed);
      texts.set(row.digest.toString('hex'), opened.reveal());
    }
    return digests.map((digest) => texts.get(digest.toString('hex')) ?? null);
  }

  override async remember(scope: MemoryScope, texts: readonly Remembered[]): Promise<void> {
    const kept = texts.filter(({ tokenised }) => tokenised.length <= TEXT_LENGTH_MAX);
    if (kept.length === 0) return;
    const digests = await this.digests(
      scope,
      kept.map(({ rendered }) => rendered),
    );
    const contents = await keyedDigests(
      this.keyring,
      scope.tenantId,
      `${LABEL}|content`,
      kept.map(({ tokenised }) => [tokenised]),
    );
    const sealed = await Promise.all(
      kept.map(({ tokenised }) => this.sealed.seal(scope.tenantId, LABEL, new Secret(tokenised))),
    );
    // Several choices may have been rendered alike, and ON CONFLICT takes a row once. Differing ones are ambiguous.
    const rows = new Map<string, { at: number; ambiguous: boolean }>();
    digests.forEach((digest, at) => {
      const key = digest.toString('hex');
      const known = rows.get(key);
      rows.set(key, { at, ambiguous: known !== undefined && !contents[known.at]!.equals(contents[at]!) });
    });
    const list = [...rows.values()];
    const statement = {
      name: 'pvg_exchange_memory_remember',
      text: `INSERT INTO exchange_memory AS known
               (tenant_id, digest, principal_id, content_digest, sealed, ambiguous, expires_at)
             SELECT $1, digest, $2, content_digest, sealed, ambiguous, now() + make_interval(days => $3)
             FROM unnest($4::bytea[], $5::bytea[], $6::text[], $7::boolean[])
               AS t (digest, content_digest, sealed, ambiguous)
             ORDER BY digest
             ON CONFLICT (tenant_id, digest) DO UPDATE SET
               ambiguous = known.ambiguous OR excluded.ambiguous OR known.content_digest <> excluded.content_digest,
               expires_at = excluded.expires_at`,
      values: [
        scope.tenantId,
        scope.principalId,
        KEPT_DAYS,
        list.map(({ at }) => digests[at]),
        list.map(({ at }) => contents[at]),
        list.map(({ at }) => sealed[at]),
        list.map(({ ambiguous }) => ambiguous),
      ],
    };
    // Seen by every replica when it resolves. A crash of the database may take back its last moments: their texts are then
    // looked through again like any other.
    await this.database.tenantStatement(scope.tenantId, statement, { durability: 'relaxed' });
  }

  /** Deletes what has expired and what a principal holds beyond its share. */
  async sweep(): Promise<void> {
    const tenants = await this.database.withoutTenant((client) =>
      client.query<{ id: string }>('SELECT id FROM tenant'),
    );
    for (const { id } of tenants.rows) {
      await this.database.withTenant(id, (client) =>
        client.query(
          `DELETE FROM exchange_memory WHERE tenant_id = $1 AND (expires_at <= now() OR digest IN (
             SELECT digest FROM (
               SELECT digest, row_number() OVER (PARTITION BY principal_id ORDER BY expires_at DESC) AS place
               FROM exchange_memory WHERE tenant_id = $1) ranked
             WHERE place > $2))`,
          [id, KEPT_PER_PRINCIPAL],
        ),
      );
    }
  }

  private digests(scope: MemoryScope, rendered: readonly string[]): Promise<Buffer[]> {
    const inputs = rendered.map((text) => [scope.principalId, scope.conversationId, canonicalText(text)]);
    return keyedDigests(this.keyring, scope.tenantId, LABEL, inputs);
  }
}

/** A JSON object or array with its keys in order and no spacing; any other text as it is. */
function canonicalText(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), (_, value: unknown) =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    );
  } catch {
    return text;
  }
}
