import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DomainError, Secret } from '#lib/kernel';
import { tenantTableSql } from '#migrations';
import { Database } from './database.js';
import { DatabaseError, isUniqueViolation } from './database-error.js';
import { createTestDatabase, type TestDatabase } from './testing/test-database.js';

async function failureOf(work: Promise<unknown>): Promise<DomainError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(DomainError);
  return error as DomainError;
}

describe('Database', () => {
  let test: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    test = await createTestDatabase({ tenants: ['acme', 'globex'], statementTimeoutMs: 700, poolMax: 4 });
    database = test.database;
    await test.admin('CREATE TABLE note (tenant_id text NOT NULL, body text NOT NULL UNIQUE, size int)');
    for (const sql of tenantTableSql('note', ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])) await test.admin(sql);
    await test.admin(`ALTER TABLE note OWNER TO pvg`);
    await test.admin(`INSERT INTO note VALUES ('acme', 'a'), ('globex', 'g')`);
  });
  afterAll(() => test.close());

  it('shows a transaction the rows of its tenant alone', async () => {
    const seen = await database.withTenant('acme', (c) => c.query<{ body: string }>('SELECT body FROM note'));
    expect(seen.rows).toEqual([{ body: 'a' }]);
  });

  it('shows no rows without a tenant, also on a connection that had one', async () => {
    for (let i = 0; i < 8; i += 1) {
      await database.withTenant('acme', (c) => c.query('SELECT 1'));
      const seen = await database.withoutTenant((c) => c.query('SELECT body FROM note'));
      expect(seen.rows).toEqual([]);
    }
  });

  it('refuses to write a row of another tenant', async () => {
    const error = await failureOf(
      database.withTenant('acme', (c) => c.query(`INSERT INTO note VALUES ('globex', 'forged')`)),
    );
    expect((error as DatabaseError).sqlState).toBe('42501');
  });

  describe('one statement of a tenant', () => {
    const bodies = { name: 'test_bodies', text: 'SELECT body FROM note ORDER BY body' };

    it('sees the rows of its tenant alone, whichever connection it gets and whoever had it before', async () => {
      const seen = await Promise.all(
        Array.from({ length: 24 }, (_, at) => database.tenantStatement(at % 2 === 0 ? 'acme' : 'globex', bodies)),
      );
      seen.forEach(({ rows, rowCount }, at) => {
        expect({ rows, rowCount }).toEqual({ rows: [{ body: at % 2 === 0 ? 'a' : 'g' }], rowCount: 1 });
      });
      for (let i = 0; i < 8; i += 1) expect((await database.withoutTenant((c) => c.query(bodies))).rows).toEqual([]);
      expect((await database.withTenant('globex', (c) => c.query(bodies))).rows).toEqual([{ body: 'g' }]);
    });

    it('refuses to write a row of another tenant', async () => {
      const forged = { name: 'test_forged', text: 'INSERT INTO note VALUES ($1, $2)', values: ['globex', 'forged'] };
      const error = await failureOf(database.tenantStatement('acme', forged));
      expect((error as DatabaseError).sqlState).toBe('42501');
      const good = { ...forged, values: ['acme', 'relaxed'] };
      expect((await database.tenantStatement('acme', good, { durability: 'relaxed' })).rowCount).toBe(1);
      const gone = await database.tenantStatement('acme', { text: `DELETE FROM note WHERE body = 'relaxed'` });
      expect(gone.rowCount).toBe(1);
    });

    it('leaves nothing behind: neither the tenant nor what it relaxed nor its lock', async () => {
      const settings = `SELECT current_setting('synchronous_commit') AS sync, nullif(current_setting('app.tenant', true), '') AS tenant,
        (SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()) AS locks`;
      const usual = (await database.withoutTenant((c) => c.query<{ sync: string }>(settings))).rows[0]!.sync;
      const inside = await database.tenantStatement(
        'acme',
        { text: settings },
        { durability: 'relaxed', sharedLock: '7' },
      );
      expect(inside.rows).toEqual([{ sync: 'off', tenant: 'acme', locks: 1 }]);
      for (let i = 0; i < 8; i += 1) {
        const { rows } = await database.withoutTenant((c) => c.query(settings));
        expect(rows).toEqual([{ sync: usual, tenant: null, locks: 0 }]);
      }
    });

    it('undoes what it wrote when it fails, and a connection whose statement does not parse serves on', async () => {
      for (let i = 0; i < 6; i += 1) {
        const error = await failureOf(database.tenantStatement('acme', { name: 'test_bad', text: 'SELECT no_such' }));
        expect((error as DatabaseError).sqlState).toBe('42703');
      }
      const two = `INSERT INTO note SELECT 'acme', body FROM (VALUES ('once'), ('once')) AS twice(body)`;
      expect(isUniqueViolation(await failureOf(database.tenantStatement('acme', { text: two })))).toBe(true);
      expect((await database.tenantStatement('acme', bodies)).rows).toEqual([{ body: 'a' }]);
    });

    it('takes no tenant id that is not one', async () => {
      const error = await failureOf(database.tenantStatement(`acme'; --`, bodies));
      expect(error.code).toBe('internal');
    });
  });

  it('stays bound after RESET ROLE', async () => {
    const seen = await database.withTenant('acme', async (c) => {
      await c.query('RESET ROLE');
      return c.query<{ u: string; n: number }>('SELECT current_user AS u, (SELECT count(*)::int FROM note) AS n');
    });
    expect(seen.rows).toEqual([{ u: 'pvg_service', n: 1 }]);
  });

  it('keeps tenants apart under interleaved load on few connections', async () => {
    const reads = Array.from({ length: 200 }, (_, i) => (i % 2 ? 'acme' : 'globex'));
    const seen = await Promise.all(
      reads.map((tenant) => database.withTenant(tenant, (c) => c.query<{ tenant_id: string }>('SELECT * FROM note'))),
    );
    expect(seen.map(({ rows }) => rows.map((r) => r.tenant_id).join())).toEqual(reads);
  });

  it.each(['', "x'; DROP TABLE note; --", 'UPPER', 'a b', '../x'])('refuses the tenant id %j', async (tenant) => {
    const error = await failureOf(database.withTenant(tenant, async () => 1));
    expect(error.code).toBe('internal');
  });

  it('rolls back when the work fails, and passes its error on unchanged', async () => {
    const failure = new Error('mine');
    const thrown = await database
      .withTenant('acme', async (c) => {
        await c.query(`INSERT INTO note VALUES ('acme', 'undone')`);
        throw failure;
      })
      .catch((error: unknown) => error);
    expect(thrown).toBe(failure);
    expect(await test.admin(`SELECT 1 FROM note WHERE body = 'undone'`)).toEqual([]);
  });

  it('fails when a failed statement was ignored, since nothing was committed', async () => {
    const error = await failureOf(
      database.withTenant('acme', async (c) => {
        await c.query(`INSERT INTO note VALUES ('acme', 'lost')`);
        await c.query('SELECT 1 / 0').catch(() => undefined);
      }),
    );
    expect((error as DatabaseError).sqlState).toBe('25P02');
  });

  it('refuses a statement after its transaction', async () => {
    const late = await database.withTenant('acme', async (c) => c);
    expect((await failureOf(late.query('SELECT 1'))).detail).toContain('after its transaction had ended');
  });

  it('tells SQLSTATE and constraint of a failed statement, never the value', async () => {
    const value = `planted-${Math.random()}`;
    const insert = () =>
      database.withTenant('acme', (c) => c.query('INSERT INTO note VALUES ($1, $2)', ['acme', value]));
    await insert();
    const duplicate = await failureOf(insert());
    expect(isUniqueViolation(duplicate, 'note_body_key')).toBe(true);
    const mistyped = await failureOf(database.withTenant('acme', (c) => c.query('SELECT $1::text::int', [value])));
    const viaTypeorm = await failureOf(
      database.withTenantEntities('acme', (m) => m.query('INSERT INTO note VALUES ($1, $2)', ['acme', value])),
    );
    expect(isUniqueViolation(viaTypeorm, 'note_body_key')).toBe(true);
    for (const error of [duplicate, mistyped, viaTypeorm]) {
      const printed = `${inspect(error, { depth: 20, showHidden: true })} ${error.stack} ${JSON.stringify(error)}`;
      expect(printed).not.toContain(value);
      expect(error.code).toBe('internal');
    }
  });

  it('binds TypeORM entities to the tenant too', async () => {
    const seen = await database.withTenantEntities('globex', (m) => m.query('SELECT body FROM note'));
    expect(seen).toEqual([{ body: 'g' }]);
    expect(await database.dataSource.query('SELECT body FROM note')).toEqual([]);
  });

  it('ends a statement that takes too long with database.unavailable', async () => {
    const started = Date.now();
    const error = await failureOf(database.withTenant('acme', (c) => c.query('SELECT pg_sleep(20)')));
    expect(error.code).toBe('database.unavailable');
    expect(Date.now() - started).toBeLessThan(5_000);
  });

  it('turns a connection that is killed inside a transaction into database.unavailable, and goes on with another', async () => {
    const error = await failureOf(
      database.withTenant('acme', async (c) => {
        const { rows } = await c.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        await test.admin('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
        await sleep(20);
        return c.query('SELECT 1');
      }),
    );
    expect(error.code).toBe('database.unavailable');
    const again = await database.withTenant('acme', (c) => c.query<{ n: number }>('SELECT 1 AS n'));
    expect(again.rows).toEqual([{ n: 1 }]);
  });

  it('survives the loss of all idle connections', async () => {
    await test.admin(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pvg' AND datname = current_database()`,
    );
    await sleep(50);
    expect((await database.withoutTenant((c) => c.query('SELECT 1'))).rowCount).toBe(1);
  });

  it('is unavailable when no connection comes free in time', async () => {
    const narrow = await Database.open({
      url: new Secret(test.url),
      poolMax: 1,
      connectTimeoutMs: 200,
      migrate: false,
    });
    try {
      await narrow.withoutTenant(async () => {
        expect((await failureOf(narrow.withoutTenant(async () => 1))).code).toBe('database.unavailable');
      });
    } finally {
      await narrow.close();
    }
  });

  it('is unavailable when nobody listens at the address, and prints no password', async () => {
    const error = await failureOf(Database.open({ url: new Secret('postgres://u:hunter2secret@127.0.0.1:1/x') }));
    expect(error.code).toBe('database.unavailable');
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain('hunter2secret');
  });

  it('names the setting when the URL is not one, and does not print it', async () => {
    const error = await failureOf(Database.open({ url: new Secret('hunter2secret'), migrate: false }));
    expect(error.code).toBe('config.invalid');
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain('hunter2secret');
  });
});

describe('Database.listen', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());

  const until = async (done: () => boolean) => {
    for (let i = 0; i < 250 && !done(); i += 1) await sleep(20);
    expect(done()).toBe(true);
  };
  const notify = (payload: string) =>
    test.database.withoutTenant((c) => c.query('SELECT pg_notify($1, $2)', ['policy_changed', payload]));

  it('delivers payloads of its channel, until it is stopped', async () => {
    const got: string[] = [];
    const stop = await test.database.listen('policy_changed', (p) => got.push(p));
    await notify('one');
    await test.database.withoutTenant((c) => c.query(`SELECT pg_notify('other', 'x')`));
    await notify('two');
    await until(() => got.length === 2);
    await stop();
    await notify('three');
    await sleep(100);
    expect(got).toEqual(['one', 'two']);
  });

  it('listens again after its connection was lost, and says so', async () => {
    const got: string[] = [];
    const told: string[] = [];
    const stop = await test.database.listen('policy_changed', (p) => got.push(p), {
      onDisconnect: () => told.push('lost'),
      onReconnect: () => told.push('back'),
    });
    await test.admin(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pvg-listen' AND datname = current_database()`,
    );
    await until(() => told.length === 2);
    expect(told).toEqual(['lost', 'back']);
    await notify('after');
    await until(() => got.length === 1);
    await stop();
  });

  it('delivers nothing of a transaction that was rolled back', async () => {
    const got: string[] = [];
    const stop = await test.database.listen('policy_changed', (p) => got.push(p));
    await test.database
      .withoutTenant(async (c) => {
        await c.query(`SELECT pg_notify('policy_changed', 'undone')`);
        throw new Error('undo');
      })
      .catch(() => undefined);
    await notify('done');
    await until(() => got.length > 0);
    expect(got).toEqual(['done']);
    await stop();
  });
});
