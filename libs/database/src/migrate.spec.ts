import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { DomainError, Secret } from '#lib/kernel';
import { MIGRATIONS } from '#migrations';
import { Database } from './database.js';
import { EmbeddedPostgres } from './embedded/embedded-postgres.js';
import { migrate } from './migrate.js';

async function failureOf(work: Promise<unknown>): Promise<DomainError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(DomainError);
  return error as DomainError;
}

describe('migrations', () => {
  let superuserUrl: string;
  let root: pg.Client;
  let cluster: EmbeddedPostgres;
  let home: string;

  beforeAll(async () => {
    // A cluster of its own: what is done to roles here would be seen by other specs.
    home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'pvg-migrate-'));
    chmodSync(home, 0o711);
    cluster = await EmbeddedPostgres.start({ home, ephemeral: true });
    superuserUrl = cluster.adminUrl.reveal();
    root = new pg.Client({ connectionString: superuserUrl });
    await root.connect();
  });
  afterAll(async () => {
    await root.end();
    await cluster.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const urlOf = (database: string, user?: string) => {
    const url = new URL(superuserUrl);
    url.pathname = `/${database}`;
    if (user) {
      url.username = user;
      url.password = 'pw';
    }
    return new Secret(url.toString());
  };
  const emptyDatabase = async (owner?: string) => {
    const name = `empty_${randomBytes(4).toString('hex')}`;
    await root.query(`CREATE DATABASE ${name} ${owner ? `OWNER ${owner}` : ''}`);
    return name;
  };
  const login = async (attributes = '') => {
    const name = `login_${randomBytes(4).toString('hex')}`;
    await root.query(`CREATE ROLE ${name} LOGIN PASSWORD 'pw' ${attributes}`);
    return name;
  };

  it('of several databases of one cluster run at once, though they share the role', async () => {
    const urls = [];
    for (let i = 0; i < 4; i += 1) urls.push(urlOf(await emptyDatabase()));
    expect((await root.query(`SELECT FROM pg_roles WHERE rolname = 'pvg_service'`)).rowCount).toBe(0);
    const ran = await Promise.all(urls.map((url) => migrate({ url })));
    expect(ran.every((names) => names.length === MIGRATIONS.length)).toBe(true);
  });

  it('run once, each, however many replicas start at once', async () => {
    const url = urlOf(await emptyDatabase());
    const ran = await Promise.all(Array.from({ length: 8 }, () => migrate({ url })));
    expect(ran.filter((names) => names.length > 0)).toEqual([MIGRATIONS.map(({ name }) => name)]);
  });

  it('leave the service bound by row-level security even when the URL is a superuser’s', async () => {
    const database = await Database.open({ url: urlOf(await emptyDatabase()) });
    try {
      const { rows } = await database.withoutTenant((c) =>
        c.query<{ s: boolean }>('SELECT rolsuper AS s FROM pg_roles WHERE rolname = current_user'),
      );
      expect(rows).toEqual([{ s: false }]);
    } finally {
      await database.close();
    }
  });

  it('force row-level security on every table that has a tenant, with a policy that names it', async () => {
    const name = await emptyDatabase();
    await migrate({ url: urlOf(name) });
    const client = new pg.Client({ connectionString: urlOf(name).reveal() });
    await client.connect();
    const { rows } = await client.query<{ table: string; forced: boolean; policies: number; unkeyed: string[] }>(
      `SELECT c.relname AS table, c.relrowsecurity AND c.relforcerowsecurity AS forced,
         (SELECT count(*)::int FROM pg_policy p WHERE p.polrelid = c.oid AND pg_get_expr(p.polqual, c.oid) LIKE '%tenant_id%app.tenant%') AS policies,
         ARRAY(SELECT i.indexrelid::regclass::text FROM pg_index i JOIN pg_attribute k ON k.attrelid = c.oid AND k.attnum = i.indkey[0]
               WHERE i.indrelid = c.oid AND i.indisunique AND k.attname <> 'tenant_id') AS unkeyed
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')`,
    );
    await client.end();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toMatchObject({ forced: true, policies: 1, unkeyed: [] });
  });

  it('work with a login that owns the database and may make roles, and one for the service that may nothing', async () => {
    const owner = await login('CREATEROLE');
    const service = await login();
    const name = await emptyDatabase(owner);
    // The role is there already and was made by somebody else: the owner needs the right to grant it.
    await root.query(`GRANT pvg_service TO ${owner} WITH ADMIN OPTION`);
    const urls = { url: urlOf(name, service), migrationUrl: urlOf(name, owner) };
    await (await Database.open(urls)).close();
    // From now on the service may start alone.
    const database = await Database.open({ url: urls.url });
    await database.withoutTenant((c) => c.query('SELECT count(*) FROM tenant'));
    await database.close();
  });

  it('name PVG_MIGRATION_DATABASE_URL and the SQL when the login may not make the schema', async () => {
    const service = await login();
    const error = await failureOf(Database.open({ url: urlOf(await emptyDatabase(), service) }));
    expect(error.code).toBe('database.unsafe_role');
    expect(error.detail).toContain('PVG_MIGRATION_DATABASE_URL');
    expect(error.detail).toContain(`GRANT pvg_service TO "${service}"`);
  });

  it('are followed by a refusal when the service role may bypass row-level security', async () => {
    const url = urlOf(await emptyDatabase());
    await migrate({ url });
    await root.query('ALTER ROLE pvg_service BYPASSRLS');
    try {
      const error = await failureOf(Database.open({ url, migrate: false }));
      expect(error.code).toBe('database.unsafe_role');
      expect(error.detail).toContain('ALTER ROLE pvg_service NOSUPERUSER NOBYPASSRLS');
    } finally {
      await root.query('ALTER ROLE pvg_service NOBYPASSRLS');
    }
  });

  it('are followed by a refusal when the service role may act as the owner of the tables', async () => {
    const owner = await login('CREATEROLE');
    await root.query(`GRANT pvg_service TO ${owner} WITH ADMIN OPTION`);
    const url = urlOf(await emptyDatabase(owner), owner);
    await migrate({ url });
    await root.query(`REVOKE pvg_service FROM ${owner}`);
    await root.query(`GRANT ${owner} TO pvg_service`);
    try {
      const own = new URL(url.reveal());
      own.username = 'postgres';
      own.password = new URL(superuserUrl).password;
      const error = await failureOf(Database.open({ url: new Secret(own.toString()), migrate: false }));
      expect(error.code).toBe('database.unsafe_role');
      expect(error.detail).toContain('owner of table');
    } finally {
      await root.query(`REVOKE ${owner} FROM pvg_service`);
    }
  });

  it('are followed by a refusal when the login may not act as the service role', async () => {
    const name = await emptyDatabase();
    await migrate({ url: urlOf(name) });
    const error = await failureOf(Database.open({ url: urlOf(name, await login()), migrate: false }));
    expect(error.code).toBe('database.unsafe_role');
    expect(error.detail).toContain('GRANT pvg_service');
  });

  it('keep the role when the URL brings options of its own', async () => {
    const name = await emptyDatabase();
    await migrate({ url: urlOf(name) });
    const url = new URL(urlOf(name).reveal());
    url.searchParams.set('options', '-c role=postgres -c work_mem=5MB');
    const database = await Database.open({ url: new Secret(url.toString()), migrate: false });
    const { rows } = await database.withoutTenant((c) =>
      c.query(`SELECT current_user AS u, current_setting('work_mem') AS m`),
    );
    await database.close();
    expect(rows).toEqual([{ u: 'pvg_service', m: '5MB' }]);
  });
});
