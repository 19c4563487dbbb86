import { timingSafeEqual } from 'node:crypto';
import type { Database, DatabaseClient } from '#lib/database';
import { Clock, DomainError, type Principal, type Secret, SystemClock } from '#lib/kernel';
import { type ApiKeyParts, newApiKey, parseApiKey } from './api-key-format.js';
import { type ApiKeyRecord, type ApiKeyRow, apiKeyRecord, KEY_COLUMNS, SCOPE_PATTERN } from './api-key-record.js';
import { AuthenticatedCache } from './authenticated-cache.js';
import { readActivePrincipal } from './directory.js';
import { findPrincipal } from './principals.js';

/** How long an answer of the database counts as fresh; bounds the wait after a revocation whose notification is lost. */
const FRESH_FOR_MS = 500;
const ENTRY_COUNT_MAX = 10_000;
const LAST_USE_STEP = '1 minute';
export const IDENTITY_CHANNEL = 'pvg_identity';
/** The longest that a replaced key stays valid beside its successor. */
export const OVERLAP_MS_MAX = 30 * 24 * 3_600_000;

export interface ApiKeysOptions {
  readonly clock?: Clock;
  readonly freshForMs?: number;
}

export interface NewApiKey {
  readonly principalId: string;
  readonly name?: string;
  /** Action patterns, as `vault:*`. Default: whatever the principal may. */
  readonly scopes?: readonly string[];
  readonly expiresAt?: Date;
  readonly createdBy: string;
}

export interface KeyRotation {
  readonly overlapMs: number;
  readonly createdBy: string;
  readonly expiresAt?: Date;
}

/** The only moment at which the secret can be read. */
export interface CreatedApiKey {
  readonly key: Secret<string>;
  readonly record: ApiKeyRecord;
}

interface PresentedRow extends ApiKeyRow {
  secret_sha256: Buffer;
  valid: boolean;
  use_is_old: boolean;
}

/**
 * API keys `pvg_<prefix>_<secret>`. Stored: the prefix and the SHA-256 of a 256-bit secret.
 *
 * INVARIANT: a key authenticates only if the database confirmed it within the last 500 ms; a revocation drops it from the
 * caches of all replicas by notification.
 */
export class ApiKeys {
  readonly #cache: AuthenticatedCache;
  readonly #reading = new Map<string, Promise<Principal>>();
  readonly #clock: Clock;
  readonly #freshForMs: number;
  #stopListening: (() => Promise<void>) | undefined;

  private constructor(
    private readonly database: Database,
    options: ApiKeysOptions,
  ) {
    this.#clock = options.clock ?? new SystemClock();
    this.#freshForMs = options.freshForMs ?? FRESH_FOR_MS;
    this.#cache = new AuthenticatedCache(this.#freshForMs, ENTRY_COUNT_MAX);
  }

  static async open(database: Database, options: ApiKeysOptions = {}): Promise<ApiKeys> {
    const keys = new ApiKeys(database, options);
    const everything = () => keys.#cache.clear();
    keys.#stopListening = await database.listen(IDENTITY_CHANNEL, (tenantId) => keys.changed(tenantId), {
      onDisconnect: everything,
      onReconnect: everything,
    });
    return keys;
  }

  /** The part of a presented key that names it in lists. @throws DomainError `identity.invalid_credentials` for no key */
  static prefixOf(presented: Secret<string>): string {
    const parts = parseApiKey(presented);
    if (!parts) throw invalidCredentials();
    return parts.prefix;
  }

  async close(): Promise<void> {
    await this.#stopListening?.();
    await Promise.allSettled(this.#reading.values());
  }

  /** Forgets what is cached of a tenant. Called by whoever changed its keys or principals, after the commit. */
  changed(tenantId: string): void {
    this.#cache.dropTenant(tenantId);
    this.#reading.clear();
  }

  /**
   * The principal that a key stands for.
   *
   * @throws DomainError `identity.invalid_credentials`, the same whether the key is malformed, unknown, wrong, expired,
   * revoked or its owner disabled; `database.unavailable`.
   */
  async authenticate(presented: Secret<string>): Promise<Principal> {
    const parts = parseApiKey(presented);
    if (!parts) throw invalidCredentials();
    const hash = parts.secretSha256.toString('base64url') + parts.prefix;
    const cached = this.#cache.get(hash, performance.now(), this.#clock.now().getTime());
    if (!cached) return this.#confirm(hash, parts);
    // Confirmed anew before it is too old, so that nobody waits under load; that it fails is told to who comes after.
    if (performance.now() - cached.confirmedAt > this.#freshForMs / 2)
      this.#confirm(hash, parts).catch(() => undefined);
    return cached.principal;
  }

  /** Reads the database, once for all who present the key meanwhile. */
  async #confirm(hash: string, parts: ApiKeyParts): Promise<Principal> {
    let reading = this.#reading.get(hash);
    if (!reading) {
      reading = this.#read(hash, parts);
      this.#reading.set(hash, reading);
      const done = () => {
        if (this.#reading.get(hash) === reading) this.#reading.delete(hash);
      };
      reading.then(done, done);
    }
    return reading;
  }

  /** @throws DomainError `resource.not_found` for an unknown principal, `request.invalid` for bad scopes or a past expiry. */
  async create(tenantId: string, given: NewApiKey): Promise<CreatedApiKey> {
    this.#check(given);
    return this.database.withTenant(tenantId, (client) => insertKey(client, tenantId, given));
  }

  /**
   * A new key of the same owner, scopes and name; the old one stays valid for `overlapMs` (0 = not at all, at most 30 days).
   *
   * @throws DomainError `resource.not_found` when the key is unknown, revoked, expired or replaced already
   */
  async rotate(tenantId: string, prefix: string, given: KeyRotation): Promise<CreatedApiKey> {
    const created = await this.database.withTenant(tenantId, (client) =>
      this.rotateWithin(client, tenantId, prefix, given),
    );
    this.changed(tenantId);
    return created;
  }

  /** The same inside a transaction of the caller's, who calls `changed` after its commit. */
  async rotateWithin(
    client: DatabaseClient,
    tenantId: string,
    prefix: string,
    given: KeyRotation,
  ): Promise<CreatedApiKey> {
    if (!(given.overlapMs >= 0 && given.overlapMs <= OVERLAP_MS_MAX)) {
      throw invalid('The overlap must be between 0 and 30 days.', '/overlapMs');
    }
    const { rows } = await client.query<ApiKeyRow>(
      `SELECT ${KEY_COLUMNS} FROM api_key WHERE prefix = $1 AND revoked_at IS NULL AND replaced_by IS NULL
         AND (expires_at IS NULL OR expires_at > now()) FOR UPDATE`,
      [prefix],
    );
    const old = rows[0];
    if (!old) throw notFound();
    const { principal_id: principalId, name, scopes } = old;
    const expiresAt = given.expiresAt;
    const next = { principalId, name, scopes, createdBy: given.createdBy, ...(expiresAt && { expiresAt }) };
    this.#check(next);
    const made = await insertKey(client, tenantId, next);
    await client.query(
      `UPDATE api_key SET replaced_by = $2, expires_at = least(expires_at, now() + $3 * interval '1 millisecond')
       WHERE prefix = $1`,
      [prefix, made.record.prefix, given.overlapMs],
    );
    return made;
  }

  /** Takes effect at once here and within a second everywhere. Revoking twice is no error. */
  async revoke(tenantId: string, prefix: string): Promise<void> {
    await this.database.withTenant(tenantId, (client) => this.revokeWithin(client, prefix));
    this.changed(tenantId);
  }

  /** The same inside a transaction of the caller's, who calls `changed` after its commit. */
  async revokeWithin(client: DatabaseClient, prefix: string): Promise<void> {
    const { rowCount } = await client.query(
      'UPDATE api_key SET revoked_at = coalesce(revoked_at, now()) WHERE prefix = $1',
      [prefix],
    );
    if (rowCount === 0) throw notFound();
  }

  /** Prefix, scopes, expiry and last use of each key, newest first; never a secret or its hash. */
  async list(tenantId: string, filter: { principalId?: string } = {}): Promise<ApiKeyRecord[]> {
    return this.database.withTenant(tenantId, async (client) => {
      const { rows } = await client.query<ApiKeyRow>(
        `SELECT ${KEY_COLUMNS} FROM api_key WHERE $1::text IS NULL OR principal_id = $1 ORDER BY created_at DESC, prefix`,
        [filter.principalId ?? null],
      );
      return rows.map(apiKeyRecord);
    });
  }

  #check(given: NewApiKey): void {
    const { scopes, expiresAt } = given;
    if (scopes && (scopes.length === 0 || scopes.length > 64 || !scopes.every((scope) => SCOPE_PATTERN.test(scope)))) {
      throw invalid('Scopes are action patterns such as "gateway:Invoke", "vault:*" or "*".', '/scopes');
    }
    if (expiresAt && !(expiresAt.getTime() > this.#clock.now().getTime())) {
      throw invalid('The expiry must lie in the future.', '/expiresAt');
    }
  }

  async #read(hash: string, parts: ApiKeyParts): Promise<Principal> {
    const confirmedAt = performance.now();
    const changes = this.#cache.changes;
    const { principal, expiresAt } = await readPresented(this.database, parts);
    this.#cache.set(hash, { tenantId: principal.tenantId, principal, expiresAt, confirmedAt }, changes);
    return principal;
  }
}

async function insertKey(client: DatabaseClient, tenantId: string, given: NewApiKey): Promise<CreatedApiKey> {
  if (!(await findPrincipal(client, given.principalId))) throw notFound();
  const { key, parts } = newApiKey();
  const { rows } = await client.query<ApiKeyRow>(
    `INSERT INTO api_key (tenant_id, prefix, secret_sha256, principal_id, name, scopes, expires_at, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${KEY_COLUMNS}`,
    [
      tenantId,
      parts.prefix,
      parts.secretSha256,
      given.principalId,
      given.name ?? '',
      given.scopes ?? ['*'],
      given.expiresAt ?? null,
      given.createdBy,
    ],
  );
  return { key, record: apiKeyRecord(rows[0]!) };
}

/**
 * Finds the key by its prefix in all tenants (a row-level policy shows that statement only rows of the prefix), compares the
 * secret in constant time, and only then asks the tenant who it belongs to. Two round trips.
 */
async function readPresented(
  database: Database,
  parts: ApiKeyParts,
): Promise<{ principal: Principal; expiresAt: number | null }> {
  const { rows } = await database.keyPrefixStatement<PresentedRow>(parts.prefix, {
    name: 'api-key-presented',
    text: `SELECT ${KEY_COLUMNS}, secret_sha256,
             revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()) AS valid,
             last_used_at IS NULL OR last_used_at < now() - interval '${LAST_USE_STEP}' AS use_is_old
           FROM api_key WHERE prefix = $1`,
    values: [parts.prefix],
  });
  const row = rows.find((one) => timingSafeEqual(one.secret_sha256, parts.secretSha256));
  if (!row?.valid) throw invalidCredentials();
  const principal = await readActivePrincipal(database, row.tenant_id, row.principal_id);
  if (!principal) throw invalidCredentials();
  if (row.use_is_old) {
    await database.tenantStatement(row.tenant_id, {
      text: 'UPDATE api_key SET last_used_at = now() WHERE prefix = $1',
      values: [row.prefix],
    });
  }
  const limited = row.scopes.includes('*') ? principal : { ...principal, scopes: row.scopes };
  return { principal: Object.freeze(limited), expiresAt: row.expires_at?.getTime() ?? null };
}

export function invalidCredentials(): DomainError {
  return new DomainError('identity.invalid_credentials', { publicMessage: 'The credentials are not valid.' });
}

function notFound(): DomainError {
  return new DomainError('resource.not_found', { publicMessage: 'There is no such key or principal.' });
}

function invalid(publicMessage: string, pointer: string): DomainError {
  return new DomainError('request.invalid', { publicMessage, pointer });
}
