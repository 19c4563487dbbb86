import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { readFile, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DomainError } from '#lib/kernel';
import { type ClusterDirectory, SUPERUSER_ROLE } from './cluster-directory.js';
import { isRunning, mayBePostgres } from './live-process.js';

/** A running server. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

const READY_TIMEOUT_MS = 120_000;
const SPAWN_ATTEMPTS_MAX = 8;
const POLL_MS = 20;
const LOG_BYTES_MAX = 1 << 20;

/** Never lets a value into the server's log: no statements, no DETAIL, no errors below LOG. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  password_encryption: 'scram-sha-256',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_parameter_max_length_on_error: '0',
};

/** Nothing survives a power cut with these; everything survives the death of a client. */
const EPHEMERAL_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  shared_buffers: '64MB',
  max_connections: '200',
};

/**
 * Gives the running server of a cluster, or starts it on a free port of 127.0.0.1. Postgres's own postmaster.pid is the
 * lock: of two processes that start one at once, one server refuses, and that process takes the other's.
 */
export async function runningPostmaster(
  cluster: ClusterDirectory,
  ephemeral: boolean,
  pickPort: () => Promise<number> = freePort,
): Promise<Postmaster> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  let exited: Promise<void> | undefined;
  for (let attempts = 0; Date.now() < deadline; ) {
    const recorded = await recordedPostmaster(cluster);
    if (recorded) {
      if (recorded.ready && (await answers(cluster, recorded.port))) return recorded;
    } else if (!exited) {
      if (attempts >= SPAWN_ATTEMPTS_MAX) break;
      attempts += 1;
      exited = spawnPostmaster(cluster, await pickPort(), ephemeral);
      exited.then(() => {
        exited = undefined;
      });
    }
    await sleep(POLL_MS);
  }
  throw new DomainError('database.unavailable', {
    publicMessage: 'The embedded database does not start.',
    detail: `data directory ${cluster.data}: ${lastFatalLine(cluster.logFile)}; see ${cluster.logFile}`,
  });
}

/** Asks for a fast shutdown (open transactions are rolled back, everything committed is on disk). Safe in an exit hook. */
export function requestStop(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // It has already gone.
  }
}

/** Fast shutdown, awaited; after `timeoutMs` an immediate one, from which the next start recovers. */
export async function stopPostmaster(pid: number, timeoutMs = 20_000): Promise<void> {
  requestStop(pid);
  const deadline = Date.now() + timeoutMs;
  while (isRunning(pid)) {
    if (Date.now() > deadline) process.kill(pid, 'SIGQUIT');
    await sleep(POLL_MS);
  }
}

/** The server that postmaster.pid names, if it runs. A file left by one that is gone is removed when Postgres would trip over it. */
async function recordedPostmaster(cluster: ClusterDirectory): Promise<(Postmaster & { ready: boolean }) | undefined> {
  const file = join(cluster.data, 'postmaster.pid');
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!(pid > 0) || !isRunning(pid)) return undefined;
  if (!mayBePostgres(pid)) {
    await rm(file, { force: true });
    return undefined;
  }
  // Lines 4 and 8 (pidfile.h): a server that only tries to bind its port has written the port already.
  return { pid, port: Number(lines[3] ?? 0), ready: lines[7]?.trim() === 'ready' };
}

/** Whether the server on that port is this cluster's and takes connections. Throws when it knows another password. */
async function answers(cluster: ClusterDirectory, port: number): Promise<boolean> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: SUPERUSER_ROLE,
    password: cluster.passwords.superuser.reveal(),
    database: 'postgres',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    return (await realpath(rows[0]?.data_directory ?? '')) === cluster.data;
  } catch (error) {
    if ((error as { code?: string }).code !== '28P01') return false;
    throw new DomainError('database.unavailable', {
      publicMessage: 'The embedded database refuses the password kept beside it.',
      detail: `passwords.json in ${cluster.root} does not belong to ${cluster.data}`,
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}

function spawnPostmaster(cluster: ClusterDirectory, port: number, ephemeral: boolean): Promise<void> {
  const settings = { ...SETTINGS, ...(ephemeral ? EPHEMERAL_SETTINGS : {}) };
  const tooLong = (statSync(cluster.logFile, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES_MAX;
  const log = openSync(cluster.logFile, tooLong ? 'w' : 'a', 0o600);
  // Detached: Ctrl-C in a terminal must reach the gateway alone, which stops the database when it has drained.
  const child = spawn(
    join(cluster.binaries.binDirectory, 'postgres'),
    ['-D', cluster.data, '-p', String(port), ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`])],
    {
      ...cluster.runAs,
      cwd: '/',
      detached: true,
      env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' },
      stdio: ['ignore', log, log],
    },
  );
  closeSync(log);
  child.unref();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
}

/** A port that is free now. Somebody else may take it first; then the server exits and another is tried. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

function lastFatalLine(logFile: string): string {
  try {
    const fatal = readFileSync(logFile, 'utf8')
      .split('\n')
      .filter((line) => /\b(FATAL|PANIC): /.test(line));
    return fatal.at(-1)?.replace(/^.*?\b(FATAL|PANIC): +/, '') ?? 'no reason in its log';
  } catch {
    return 'no log';
  }
}
