import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DataSource } from 'typeorm';
import type { Secret } from '#lib/kernel';
import { MIGRATIONS, MIGRATIONS_TABLE, SERVICE_ROLE } from '#migrations';
import { connectionError, DatabaseError, translateDatabaseError } from './database-error.js';
import { administratorSql, quoteIdentifier, unsafeRole, userOf } from './service-role.js';

export interface MigrateOptions {
  /** The login of the service. */
  readonly url: Secret<string>;
  /** The login that owns the tables, when the service's may not create them. */
  readonly migrationUrl?: Secret<string>;
  /** How long to wait for another replica that migrates. */
  readonly lockTimeoutMs?: number;
}

/** `pvg` in ASCII: the key of the advisory lock that replicas take in turn. */
const MIGRATION_LOCK = 0x707667;
const LOCK_TIMEOUT_MS = 600_000;

/**
 * Brings the schema up to date. Many replicas may call it at once: a session-level advisory lock lets one work while the
 * others wait; those then find nothing to do. Returns the names of the migrations it ran.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const url = options.migrationUrl ?? options.url;
  const client = new pg.Client({
    connectionString: url.reveal(),
    application_name: 'pvg-migrate',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    statement_timeout: options.lockTimeoutMs ?? LOCK_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect().catch((error: unknown) => {
      throw connectionError(error);
    });
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    if (await isUpToDate(client, options)) return [];
    await ensureServiceRole(client, userOf(options.url));
    return await runPending(url);
  } catch (error) {
    throw explain(translateDatabaseError(error), options);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Also asked by a service whose login could not migrate: it may start when somebody else has. */
async function isUpToDate(client: pg.Client, options: MigrateOptions): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean; member: boolean }>(
    `SELECT to_regclass($1) IS NOT NULL AS there,
       EXISTS (SELECT FROM pg_roles r, pg_roles u WHERE r.rolname = $2 AND u.rolname = $3 AND pg_has_role(u.oid, r.oid, 'MEMBER')) AS member`,
    [`public.${MIGRATIONS_TABLE}`, SERVICE_ROLE, userOf(options.url)],
  );
  if (!rows[0]?.there || !rows[0].member) return false;
  const done = await client.query<{ name: string }>(`SELECT name FROM ${MIGRATIONS_TABLE}`);
  const names = new Set(done.rows.map(({ name }) => name));
  return MIGRATIONS.every(({ name }) => names.has(name));
}

/**
 * Makes the role that the service acts as. Roles belong to the whole cluster while the lock belongs to one database, so
 * another database's migration may make or grant it at this moment.
 */
async function ensureServiceRole(client: pg.Client, serviceUser: string): Promise<void> {
  await retryWhenConcurrent(() =>
    client.query(`DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${SERVICE_ROLE}') THEN
        CREATE ROLE ${SERVICE_ROLE} NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
      END IF;
    END $$`),
  );
  const { rows } = await client.query<{ user: string }>(
    `SELECT u.rolname AS user FROM pg_roles u, pg_roles r
     WHERE r.rolname = $1 AND u.rolname IN (current_user, $2) AND NOT u.rolsuper
       AND NOT EXISTS (SELECT FROM pg_auth_members m WHERE m.roleid = r.oid AND m.member = u.oid
                       AND coalesce((to_jsonb(m) ->> 'set_option')::boolean, true))`,
    [SERVICE_ROLE, serviceUser],
  );
  for (const { user } of rows) {
    await retryWhenConcurrent(() => client.query(`GRANT ${SERVICE_ROLE} TO ${quoteIdentifier(user)}`));
  }
}

/** 23505 and 42710: somebody else made the role first. XX000: "tuple concurrently updated", of a grant at once. */
async function retryWhenConcurrent(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      const { code } = error as { code?: string };
      if (attempt >= 10 || !['23505', '42710', 'XX000', '40001'].includes(code ?? '')) throw error;
      await sleep(20 * attempt);
    }
  }
}

async function runPending(url: Secret<string>): Promise<string[]> {
  const dataSource = new DataSource({
    type: 'postgres',
    url: url.reveal(),
    applicationName: 'pvg-migrate',
    migrations: [...MIGRATIONS],
    migrationsTableName: MIGRATIONS_TABLE,
    migrationsTransactionMode: 'each',
    installExtensions: false,
    logging: false,
    poolSize: 2,
    poolErrorHandler: () => undefined,
  });
  try {
    await dataSource.initialize();
    const ran = await dataSource.runMigrations();
    await dataSource.query(`GRANT SELECT ON ${MIGRATIONS_TABLE} TO ${SERVICE_ROLE}`);
    return ran.map(({ name }) => name);
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}

/** 42501: the login lacks a right. Says which SQL gives it, since the fix is not the service's to make. */
function explain(error: unknown, options: MigrateOptions): unknown {
  if (!(error instanceof DatabaseError) || error.sqlState !== '42501') return error;
  return unsafeRole(
    'the login may not create the schema and roles. Either set PVG_MIGRATION_DATABASE_URL to a login that owns the ' +
      `database and has CREATEROLE, or have an administrator run: ${administratorSql(userOf(options.url))} ` +
      `and GRANT CREATE ON SCHEMA public to the login that migrates.`,
  );
}
