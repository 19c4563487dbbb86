import { createHmac } from 'node:crypto';
import type { Database, DatabaseClient } from '#lib/database';
import { type Principal, Secret } from '#lib/kernel';
import { invalidCredentials } from './api-keys.js';
import { effectivePrincipal } from './directory.js';
import { equalsInConstantTime, newTenantSecret, sha256Of, tenantOfSecret } from './opaque-secret.js';
import { findPrincipal, type PrincipalRecord } from './principals.js';

export const SESSION_COOKIE = '__Host-pvg-session';
/** A session ends after this long without a request, and after the absolute limit in any case (OWASP ASVS 3.3). */
export const SESSION_IDLE_SECONDS = 1_800;
export const SESSION_SECONDS_MAX = 12 * 3_600;
/** How long a proof of who somebody is stands for what asks for a recent one. */
export const RECENT_SECONDS = 600;

export type SignInMethod = 'password' | 'key' | 'oidc' | 'setup';

export interface SignedIn {
  /** With `mfa` as it was proved. */
  readonly principal: Principal;
  readonly method: SignInMethod;
  /** The key that it was opened with: the session ends with it. */
  readonly apiKeyPrefix?: string;
}

export interface ConsoleSession {
  readonly principal: Principal;
  readonly method: SignInMethod;
  /** When the person last proved who he is. */
  readonly authenticatedAt: Date;
  readonly expiresAt: Date;
  /** Whether that is less than ten minutes ago, by the database's clock. */
  readonly recent: boolean;
  /** Sent in a header with every change: what another site can't know, since it can't read the answer that holds it. */
  readonly csrfToken: Secret<string>;
  /** Whether the header's token is the session's. Ask before anything is changed. */
  verifyCsrf(presented: string | undefined): boolean;
}

export interface OpenedSession extends ConsoleSession {
  /** The value of the cookie: `__Host-`, HttpOnly, Secure, SameSite=Lax. */
  readonly cookie: Secret<string>;
}

interface SessionRow {
  principal: PrincipalRecord & { readonly scopes?: readonly string[] };
  method: SignInMethod;
  mfa: boolean;
  authenticated_at: Date;
  expires_at: Date;
  recent: boolean;
}

const COLUMNS = `principal, method, mfa, authenticated_at, expires_at,
  authenticated_at > now() - interval '${RECENT_SECONDS} seconds' AS recent`;

const ALIVE = `expires_at > now() AND used_at > now() - interval '${SESSION_IDLE_SECONDS} seconds'
  AND (api_key_prefix IS NULL OR EXISTS (SELECT FROM api_key k WHERE k.prefix = api_key_prefix
    AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())))`;

/**
 * Sessions of the console, kept on the server: the cookie is a random name for a row, of which only the hash is stored. A
 * session is opened anew at each sign-in and renamed when more is proved, so that an id planted before is worth nothing
 * (OWASP ASVS 3.2.1).
 */
export class ConsoleSessions {
  constructor(private readonly database: Database) {}

  async open({ principal, method, apiKeyPrefix }: SignedIn): Promise<OpenedSession> {
    const { secret: cookie, sha256 } = newTenantSecret(principal.tenantId);
    return this.database.withTenant(principal.tenantId, async (client) => {
      await client.query('DELETE FROM console_session WHERE expires_at < now()');
      const { rows } = await client.query<SessionRow>(
        `INSERT INTO console_session (tenant_id, id_sha256, principal, method, mfa, api_key_prefix, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 second') RETURNING ${COLUMNS}`,
        [
          principal.tenantId,
          sha256,
          JSON.stringify(principal),
          method,
          principal.mfa ?? false,
          apiKeyPrefix ?? null,
          SESSION_SECONDS_MAX,
        ],
      );
      return { ...(await sessionOf(client, rows[0]!, cookie)), cookie };
    });
  }

  /**
   * The session of a cookie. Roles and grants are read anew, so a change bites the next request; of a person of an identity
   * provider, the groups are those of the sign-in. A principal that was stored and is disabled or gone has no session.
   *
   * @throws DomainError `identity.invalid_credentials`
   */
  async authenticate(cookie: Secret<string>): Promise<ConsoleSession> {
    return this.database.withTenant(tenantOf(cookie), async (client) => {
      const id = sha256Of(cookie.reveal());
      const { rows } = await client.query<SessionRow & { use_is_old: boolean }>({
        name: 'session-authenticate',
        text: `SELECT ${COLUMNS}, used_at < now() - interval '1 minute' AS use_is_old
               FROM console_session WHERE id_sha256 = $1 AND ${ALIVE}`,
        values: [id],
      });
      const row = rows[0];
      if (!row) throw invalidCredentials();
      if (row.use_is_old) await client.query('UPDATE console_session SET used_at = now() WHERE id_sha256 = $1', [id]);
      return sessionOf(client, row, cookie);
    });
  }

  /**
   * The session under a new name, after its person proved again who he is. The old cookie is worth nothing from then on;
   * the absolute limit stays.
   *
   * @param mfa whether a second factor was proved now
   * @throws DomainError `identity.invalid_credentials`
   */
  async renew(cookie: Secret<string>, { mfa }: { readonly mfa: boolean }): Promise<OpenedSession> {
    const tenantId = tenantOf(cookie);
    const next = newTenantSecret(tenantId);
    return this.database.withTenant(tenantId, async (client) => {
      const { rows } = await client.query<SessionRow>(
        `UPDATE console_session SET id_sha256 = $2, mfa = mfa OR $3, authenticated_at = now(), used_at = now()
         WHERE id_sha256 = $1 AND ${ALIVE} RETURNING ${COLUMNS}`,
        [sha256Of(cookie.reveal()), next.sha256, mfa],
      );
      if (!rows[0]) throw invalidCredentials();
      return { ...(await sessionOf(client, rows[0], next.secret)), cookie: next.secret };
    });
  }

  async close(cookie: Secret<string>): Promise<void> {
    await this.database.withTenant(tenantOf(cookie), (client) =>
      client.query('DELETE FROM console_session WHERE id_sha256 = $1', [sha256Of(cookie.reveal())]),
    );
  }

  /** Ends every session of a principal, but for the one of the cookie. */
  async closeAll(tenantId: string, principalId: string, except?: Secret<string>): Promise<void> {
    await this.database.withTenant(tenantId, (client) =>
      client.query(`DELETE FROM console_session WHERE principal->>'id' = $1 AND id_sha256 IS DISTINCT FROM $2`, [
        principalId,
        except ? sha256Of(except.reveal()) : null,
      ]),
    );
  }
}

function tenantOf(cookie: Secret<string>): string {
  const tenantId = tenantOfSecret(cookie);
  if (tenantId === null) throw invalidCredentials();
  return tenantId;
}

/** A MAC under the cookie's secret: whoever knows the cookie can make it, nobody else, and nothing is stored. */
function csrfTokenOf(cookie: Secret<string>): string {
  return createHmac('sha256', cookie.reveal()).update('pvg/1|csrf').digest('base64url');
}

async function sessionOf(client: DatabaseClient, row: SessionRow, cookie: Secret<string>): Promise<ConsoleSession> {
  const stored = await findPrincipal(client, row.principal.id);
  // A person of an identity provider needs no stored principal; anybody else does.
  if (stored ? stored.state !== 'active' : row.method !== 'oidc') throw invalidCredentials();
  const principal = await effectivePrincipal(client, recordOf(row, stored));
  const { scopes } = row.principal;
  const csrfToken = csrfTokenOf(cookie);
  return {
    principal: Object.freeze({ ...principal, ...(scopes && { scopes }), mfa: row.mfa }),
    method: row.method,
    authenticatedAt: row.authenticated_at,
    expiresAt: row.expires_at,
    recent: row.recent,
    csrfToken: new Secret(csrfToken),
    verifyCsrf: (presented) =>
      presented !== undefined && equalsInConstantTime(sha256Of(presented), sha256Of(csrfToken)),
  };
}

/** What rights are derived from: the stored principal, and the groups that a provider's claims led to. Never roles of old. */
function recordOf({ method, principal }: SessionRow, stored: PrincipalRecord | null): PrincipalRecord {
  if (method !== 'oidc' && stored) return stored;
  const groups = [...new Set([...principal.groups, ...(stored?.groups ?? [])])];
  const attributes = { ...stored?.attributes, ...principal.attributes };
  return { ...(stored ?? { ...principal, roles: [], purposes: [], collections: [] }), groups, attributes };
}
