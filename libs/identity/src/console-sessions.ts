import type { Database } from '#lib/database';
import { type Principal, type Secret } from '#lib/kernel';
import { invalidCredentials } from './api-keys.js';
import { effectivePrincipal } from './directory.js';
import { equalsInConstantTime, newOpaqueSecret, sha256Of } from './opaque-secret.js';
import { findPrincipal, type PrincipalRecord } from './principals.js';

export const SESSION_COOKIE = '__Host-pvg-session';
/** A session ends after this long without a request, and after the absolute limit in any case (OWASP ASVS 3.3). */
export const SESSION_IDLE_SECONDS = 1_800;
export const SESSION_SECONDS_MAX = 12 * 3_600;

export interface OpenedSession {
  /** The value of the cookie: `__Host-`, HttpOnly, Secure, SameSite=Lax. */
  readonly cookie: Secret<string>;
  /** Sent by the console in a header with every change; readable by its own pages only. */
  readonly csrfToken: Secret<string>;
  readonly expiresAt: Date;
}

export interface ConsoleSession {
  readonly principal: Principal;
  /** Whether the header's token is the session's. Ask before anything is changed. */
  verifyCsrf(presented: string | undefined): boolean;
}

interface SessionRow {
  principal: PrincipalRecord;
  csrf_sha256: Buffer;
}

/**
 * Sessions of the console, kept on the server: the cookie is a random name for a row, of which only the hash is stored. A
 * session is opened anew at each login, so that an id planted before it is worth nothing.
 */
export class ConsoleSessions {
  constructor(private readonly database: Database) {}

  async open(principal: Principal): Promise<OpenedSession> {
    const session = newOpaqueSecret();
    const csrf = newOpaqueSecret();
    const { rows } = await this.database.withTenant(principal.tenantId, async (client) => {
      await client.query('DELETE FROM console_session WHERE expires_at < now()');
      return client.query<{ expires_at: Date }>(
        `INSERT INTO console_session (tenant_id, id_sha256, csrf_sha256, principal, expires_at)
         VALUES ($1, $2, $3, $4, now() + $5 * interval '1 second') RETURNING expires_at`,
        [principal.tenantId, session.sha256, csrf.sha256, JSON.stringify(principal), SESSION_SECONDS_MAX],
      );
    });
    return { cookie: session.secret, csrfToken: csrf.secret, expiresAt: rows[0]!.expires_at };
  }

  /**
   * The session of a cookie. Roles and grants are read anew, so a change bites the next request; of a person of an identity
   * provider, the groups are those of the login. A principal that was stored and is disabled or gone has no session.
   *
   * @throws DomainError `identity.invalid_credentials`
   */
  async authenticate(tenantId: string, cookie: Secret<string>): Promise<ConsoleSession> {
    return this.database.withTenant(tenantId, async (client) => {
      const { rows } = await client.query<SessionRow>(
        `UPDATE console_session SET used_at = now()
         WHERE id_sha256 = $1 AND expires_at > now() AND used_at > now() - $2 * interval '1 second'
         RETURNING principal, csrf_sha256`,
        [sha256Of(cookie.reveal()), SESSION_IDLE_SECONDS],
      );
      const row = rows[0];
      if (!row) throw invalidCredentials();
      const stored = await findPrincipal(client, row.principal.id);
      if (stored ? stored.state !== 'active' : !isFederated(row.principal)) throw invalidCredentials();
      const principal = await effectivePrincipal(client, recordOf(row.principal, stored));
      const csrf = row.csrf_sha256;
      return {
        principal: Object.freeze(principal),
        verifyCsrf: (presented) => presented !== undefined && equalsInConstantTime(sha256Of(presented), csrf),
      };
    });
  }

  async close(tenantId: string, cookie: Secret<string>): Promise<void> {
    await this.database.withTenant(tenantId, (client) =>
      client.query('DELETE FROM console_session WHERE id_sha256 = $1', [sha256Of(cookie.reveal())]),
    );
  }

  /** Ends every session of a principal. */
  async closeAll(tenantId: string, principalId: string): Promise<void> {
    await this.database.withTenant(tenantId, (client) =>
      client.query(`DELETE FROM console_session WHERE principal->>'id' = $1`, [principalId]),
    );
  }
}

/** A person of an identity provider (`<issuer>:<sub>`) needs no stored principal; a local one does. */
function isFederated(principal: PrincipalRecord): boolean {
  return principal.id.includes(':');
}

/** What rights are derived from: the stored principal, and the groups that a provider's claims led to. Never roles of old. */
function recordOf(session: PrincipalRecord, stored: PrincipalRecord | null): PrincipalRecord {
  if (!isFederated(session) && stored) return stored;
  const groups = [...new Set([...session.groups, ...(stored?.groups ?? [])])];
  return { ...(stored ?? { ...session, roles: [], purposes: [], collections: [] }), groups };
}
