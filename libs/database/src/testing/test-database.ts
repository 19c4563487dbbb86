import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { Secret } from '#lib/kernel';
import { Database, type DatabaseOptions } from '../database.js';
import { TEMPLATE_DATABASE, testCluster } from './test-cluster.js';

export interface TestDatabaseOptions extends Pick<DatabaseOptions, 'entities' | 'poolMax' | 'statementTimeoutMs'> {
  /** Tenants to insert. */
  readonly tenants?: readonly string[];
}

export interface TestDatabase {
  /** As the service sees it: bound by row-level security. */
  readonly database: Database;
  /** For `DATABASE_URL` of a process under test: the owner of the database, not a superuser. */
  readonly url: string;
  /** The superuser, in the same database: sees all rows; for tampering and for looking behind. */
  readonly adminUrl: string;
  /** Runs a statement as the superuser. */
  admin<R = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<R[]>;
  close(): Promise<void>;
}

/** A fresh, migrated database of its own for one spec file, in the cluster that the test run shares. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const cluster = await testCluster();
  const name = `test_${process.pid}_${randomBytes(5).toString('hex')}`;
  await once(cluster.adminUrl, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE} OWNER pvg`);
  const url = inDatabase(cluster.url, name);
  const adminUrl = inDatabase(cluster.adminUrl, name);
  const admin = new pg.Pool({ connectionString: adminUrl, max: 2, allowExitOnIdle: true });
  admin.on('error', () => undefined);
  if (options.tenants) {
    await admin.query('INSERT INTO tenant (id) SELECT unnest($1::text[])', [options.tenants]);
  }
  const { tenants: _, ...rest } = options;
  const database = await Database.open({ ...rest, url: new Secret(url), migrate: false });
  return {
    database,
    url,
    adminUrl,
    admin: async <R>(sql: string, values?: unknown[]) => (await admin.query(sql, values)).rows as R[],
    close: async () => {
      await database.close();
      await admin.end();
      await once(cluster.adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

function inDatabase(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  return parsed.toString();
}

async function once(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
