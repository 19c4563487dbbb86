import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import type { Secret } from '#lib/kernel';
import { runSource, type SourceProcess } from '../testing/source-process.js';
import { openClusterDirectory } from './cluster-directory.js';
import { EmbeddedPostgres } from './embedded-postgres.js';
import { isRunning } from './live-process.js';
import { findPostgresBinaries } from './postgres-binaries.js';
import { runningPostmaster, stopPostmaster } from './postmaster.js';
import { unprivilegedRunAs } from './run-as.js';

const HOLD = join(import.meta.dirname, '../testing/hold-cluster.ts');
jest.setTimeout(120_000);

const asRoot = process.getuid?.() === 0 ? it : it.skip;

interface Held {
  postmaster: number;
  url: string;
}

async function query<R>(url: Secret<string> | string, sql: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: typeof url === 'string' ? url : url.reveal() });
  await client.connect();
  try {
    return (await client.query(sql)).rows as R[];
  } finally {
    await client.end();
  }
}

async function untilGone(pid: number): Promise<void> {
  for (let i = 0; i < 500 && isRunning(pid); i += 1) await sleep(20);
  expect(isRunning(pid)).toBe(false);
}

describe('EmbeddedPostgres', () => {
  let folder: string;
  let home: string;
  const cleanUps: (() => unknown)[] = [];
  const stateDirectory = () => join(folder, 'state');

  const start = async (options: { home?: string; stateDirectory?: string } = {}) => {
    const embedded = await EmbeddedPostgres.start({ home, ...options });
    cleanUps.push(() => embedded.stop());
    return embedded;
  };
  const hold = (...args: string[]): SourceProcess => {
    const process_ = runSource(HOLD, [home, ...args]);
    cleanUps.push(() => process_.child.kill('SIGKILL'));
    return process_;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'pvg-embedded-'));
    chmodSync(folder, 0o711);
    home = join(folder, 'home');
  });
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
    rmSync(folder, { recursive: true, force: true });
  });

  it('gives a login that is no superuser, on 127.0.0.1 alone, with durable settings, and keeps its data', async () => {
    const first = await start();
    const facts = await query(
      first.url,
      `SELECT rolsuper, rolbypassrls, inet_server_addr()::text AS address, current_setting('fsync') AS fsync,
         current_setting('synchronous_commit') AS commit
       FROM pg_roles WHERE rolname = current_user`,
    );
    expect(facts).toEqual([
      { rolsuper: false, rolbypassrls: false, address: '127.0.0.1/32', fsync: 'on', commit: 'on' },
    ]);
    expect(
      await query(
        first.adminUrl,
        `SELECT current_setting('listen_addresses') AS addresses, current_setting('unix_socket_directories') AS sockets`,
      ),
    ).toEqual([{ addresses: '127.0.0.1', sockets: '' }]);
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    await first.stop();
    const again = await start();
    expect(await query(again.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  });

  it('keeps passwords 0600 and prints none', async () => {
    const embedded = await start();
    expect(statSync(join(home, 'postgres/passwords.json')).mode & 0o777).toBe(0o600);
    const password = new URL(embedded.url.reveal()).password;
    expect(password.length).toBeGreaterThan(20);
    expect(inspect(embedded, { depth: 10, showHidden: true })).not.toContain(password);
    await expect(query(embedded.url.reveal().replace(password, 'wrong'), 'SELECT 1')).rejects.toThrow();
  });

  it('keeps values out of its log', async () => {
    const embedded = await start();
    const value = `planted${Math.random()}`;
    await query(embedded.url, 'CREATE TABLE u (v text UNIQUE)');
    await query(embedded.url, `INSERT INTO u VALUES ('${value}')`);
    await query(embedded.url, `INSERT INTO u VALUES ('${value}')`).catch(() => undefined);
    await query(embedded.url, `SELECT '${value}'::int`).catch(() => undefined);
    const log = execFileSync('cat', [join(home, 'postgres/postgres.log')], { encoding: 'utf8' });
    expect(log).toContain('ready to accept connections');
    expect(log).not.toContain(value);
  });

  it('is one server for processes that start at once, and stops with the last of them', async () => {
    const holders = [hold(), hold(), hold()];
    const held = await Promise.all(holders.map((h) => h.nextLine<Held>()));
    expect(new Set(held.map((h) => h.postmaster)).size).toBe(1);
    const [{ postmaster, url }] = held as [Held];
    holders[0]?.send('stop');
    await holders[0]?.exited;
    holders[1]?.child.kill('SIGKILL');
    await holders[1]?.exited;
    expect(await query(url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    holders[2]?.send('stop');
    await holders[2]?.exited;
    await untilGone(postmaster);
  });

  it('stops with a process that exits without stopping it', async () => {
    const holder = hold();
    const { postmaster } = await holder.nextLine<Held>();
    holder.send('exit');
    expect(await holder.exited).toBe(0);
    await untilGone(postmaster);
  });

  it('takes over the server that a killed process left behind, with all that was committed', async () => {
    const holder = hold();
    const { postmaster, url } = await holder.nextLine<Held>();
    await query(url, 'CREATE TABLE kept AS SELECT 7 AS n');
    holder.child.kill('SIGKILL');
    await holder.exited;
    expect(isRunning(postmaster)).toBe(true);
    const embedded = await start();
    expect(embedded.url.reveal()).toBe(url);
    expect(await query(embedded.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
    await embedded.stop();
    await untilGone(postmaster);
  });

  it('recovers when the server was killed too, and from a pid file that names some other program', async () => {
    const holder = hold();
    const { postmaster, url } = await holder.nextLine<Held>();
    await query(url, 'CREATE TABLE kept AS SELECT 7 AS n');
    holder.child.kill('SIGKILL');
    process.kill(postmaster, 'SIGKILL');
    await untilGone(postmaster);
    await sleep(300);
    const pidFile = join(home, 'postgres/data/postmaster.pid');
    writeFileSync(pidFile, `${process.pid}\n${home}/postgres/data\n0\n1\n`);
    const embedded = await start();
    expect(await query(embedded.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  });

  it('tries another port when somebody took the first', async () => {
    const taken: Server = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const takenPort = (taken.address() as { port: number }).port;
    const places = { home, ephemeral: true, stateDirectory: stateDirectory(), cacheDirectory: join(folder, 'cache') };
    const cluster = await openClusterDirectory(places);
    const spare = await new Promise<number>((resolve) => {
      const server = createServer().listen(0, '127.0.0.1', () => {
        const { port } = server.address() as { port: number };
        server.close(() => resolve(port));
      });
    });
    const ports = [takenPort, takenPort, spare];
    const server = await runningPostmaster(cluster, true, async () => ports.shift() ?? 0);
    expect(server.port).toBe(spare);
    await stopPostmaster(server.pid);
    taken.close();
  });

  asRoot('places the data where its user can reach it when home is closed to others', async () => {
    const closed = mkdtempSync(join(tmpdir(), 'pvg-closed-'));
    const state = mkdtempSync(join(tmpdir(), 'pvg-state-'));
    chmodSync(state, 0o755);
    cleanUps.push(() => [closed, state].map((path) => rmSync(path, { recursive: true, force: true })));
    const options = { home: join(closed, 'one'), stateDirectory: state };
    const first = await start(options);
    expect(first.dataDirectory.startsWith(state)).toBe(true);
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    await first.stop();
    const again = await start(options);
    expect(await query(again.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
    await again.stop();
    // The home is gone and was a temporary one: its data goes when another is placed there.
    rmSync(options.home, { recursive: true });
    const other = await start({ ...options, home: join(closed, 'two') });
    expect(readdirSync(state).map((name) => join(state, name, 'data'))).toEqual([other.dataDirectory]);
  });

  asRoot('says what to do when there is no such place', async () => {
    chmodSync(folder, 0o700);
    writeFileSync(join(folder, 'file'), '');
    await expect(start({ stateDirectory: join(folder, 'file/x') })).rejects.toMatchObject({
      code: 'database.unavailable',
      detail: expect.stringContaining('set PVG_HOME elsewhere'),
    });
    expect(readdirSync(home)).toEqual([]);
  });

  asRoot('copies the binaries once, links included, when its user cannot read them', async () => {
    const packaged = dirname(
      dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/linux-${process.arch}`)),
    );
    const closed = join(folder, 'closed');
    cpSync(packaged, closed, { recursive: true, filter: (source) => !statSync(source).isSymbolicLink() });
    for (const name of readdirSync(join(closed, 'native/lib'))) {
      if (name === 'libpq.so.5') rmSync(join(closed, 'native/lib', name));
    }
    chmodSync(closed, 0o700);
    const options = {
      runAs: unprivilegedRunAs(join(folder, 'none')),
      cacheDirectory: join(folder, 'cache'),
      native: join(closed, 'native'),
    };
    const found = await Promise.all([1, 2, 3].map(() => findPostgresBinaries(options)));
    expect(new Set(found.map((f) => f.binDirectory)).size).toBe(1);
    expect(found[0]?.binDirectory.startsWith(join(folder, 'cache'))).toBe(true);
    expect(found[0]?.major).toBeGreaterThanOrEqual(15);
    expect(readdirSync(join(folder, 'cache'))).toHaveLength(1);
    expect(existsSync(join(found[0]?.binDirectory ?? '', '../lib/libpq.so.5'))).toBe(true);
  });

  it('refuses data of another major version and names it', async () => {
    await (await start()).stop();
    writeFileSync(join(home, 'postgres/data/PG_VERSION'), '9\n');
    await expect(start()).rejects.toMatchObject({
      code: 'database.unavailable',
      detail: expect.stringContaining('needs Postgres 9'),
    });
  });

  it('leaves nothing of an ephemeral cluster when its process is killed', async () => {
    const holder = hold('ephemeral');
    const { postmaster } = await holder.nextLine<Held>();
    holder.child.kill('SIGKILL');
    await untilGone(postmaster);
    for (let i = 0; i < 100 && existsSync(join(home, 'postgres')); i += 1) await sleep(20);
    expect(existsSync(join(home, 'postgres'))).toBe(false);
  });
});
