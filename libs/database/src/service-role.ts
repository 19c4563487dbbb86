import { DomainError, Secret } from '#lib/kernel';
import { SERVICE_ROLE } from '#migrations';
import type { DatabaseClient } from './database-client.js';

/**
 * The connection string with `-c role=pvg_service`: Postgres itself sets the role when a session starts, so row-level
 * security binds whoever the URL's user is, and `RESET ROLE` leads back to it. Settings of the URL's own come first.
 */
export function withServiceRole(url: Secret<string>): Secret<string> {
  const parsed = parseUrl(url);
  const own = parsed.searchParams.get('options');
  parsed.searchParams.set('options', `${own ? `${own} ` : ''}-c role=${SERVICE_ROLE}`);
  return new Secret(parsed.toString());
}

/** The login name in a connection string; empty when it names none. */
export function userOf(url: Secret<string>): string {
  return decodeURIComponent(parseUrl(url).username);
}

function parseUrl(url: Secret<string>): URL {
  try {
    return new URL(url.reveal());
  } catch {
    throw new DomainError('config.invalid', {
      publicMessage: 'The database URL is not a URL of the form postgres://user:password@host:port/database.',
    });
  }
}

interface RoleFacts {
  role: string;
  superuser: boolean;
  bypassRls: boolean;
  owned: string | null;
}

/**
 * Refuses a session that row-level security would not bind: of a superuser, of one with BYPASSRLS, or of one who may act
 * as the owner of a table (an owner can switch its protection off).
 */
export async function verifyServiceRole(client: DatabaseClient): Promise<void> {
  const { rows } = await client.query<RoleFacts>(
    `SELECT r.rolname AS role, r.rolsuper AS superuser, r.rolbypassrls AS "bypassRls",
       (SELECT min(c.relname) FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND pg_has_role(r.oid, c.relowner, 'MEMBER')) AS owned
     FROM pg_roles r WHERE r.rolname = current_user`,
  );
  const facts = rows[0];
  if (facts && !facts.superuser && !facts.bypassRls && facts.owned === null) return;
  const fault = facts?.superuser
    ? 'is a superuser'
    : facts?.bypassRls
      ? 'has BYPASSRLS'
      : `may act as the owner of table ${facts?.owned}`;
  throw unsafeRole(
    `role ${facts?.role} ${fault}, so row-level security would not bind it. As an administrator: ` +
      `ALTER ROLE ${SERVICE_ROLE} NOSUPERUSER NOBYPASSRLS; and REVOKE from it the role that owns the tables.`,
  );
}

export function unsafeRole(detail: string): DomainError {
  return new DomainError('database.unsafe_role', {
    publicMessage: 'The database is not set up so that tenants are kept apart.',
    detail,
  });
}

/** What an administrator runs once when the application's own login may not create roles or tables. */
export function administratorSql(serviceUser: string): string {
  return [
    `CREATE ROLE ${SERVICE_ROLE} NOLOGIN NOSUPERUSER NOBYPASSRLS;`,
    `GRANT ${SERVICE_ROLE} TO ${quoteIdentifier(serviceUser || 'the_login_of_DATABASE_URL')};`,
  ].join(' ');
}

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
