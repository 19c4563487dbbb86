import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readdir, readFile, realpath, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { DomainError, Secret } from '#lib/kernel';
import { isRunning } from './live-process.js';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.js';
import { canTraverse, type RunAs, unprivilegedRunAs } from './run-as.js';

/** A cluster on disk: `<home>/postgres/{data,passwords.json,users/,postgres.log}`. */
export interface ClusterDirectory {
  readonly root: string;
  /** The real path of the data directory, which lies elsewhere when the unprivileged user can't reach into home. */
  readonly data: string;
  readonly usersDirectory: string;
  readonly logFile: string;
  readonly runAs: RunAs;
  readonly binaries: PostgresBinaries;
  readonly passwords: ClusterPasswords;
}

export interface ClusterPasswords {
  /** Of `postgres`, the superuser: for management only. */
  readonly superuser: Secret<string>;
  /** Of `pvg`, owner of the database `pvg`. */
  readonly owner: Secret<string>;
}

export interface ClusterPlaces {
  readonly home: string;
  /** Where data goes when root's home can't be reached by the unprivileged user. */
  readonly stateDirectory: string;
  /** Where binaries are copied to when they can't be read by the unprivileged user. */
  readonly cacheDirectory: string;
  /** Lose everything on a power cut: for tests and demos. */
  readonly ephemeral: boolean;
}

export const OWNER_ROLE = 'pvg';
export const OWNER_DATABASE = 'pvg';
export const SUPERUSER_ROLE = 'postgres';

/**
 * Opens the cluster of a home, making it first when there is none. A cluster is built beside its place and renamed, so
 * that of many processes one wins and a crash leaves nothing half made.
 */
export async function openClusterDirectory(places: ClusterPlaces): Promise<ClusterDirectory> {
  // Others may pass through, not list: the unprivileged user must reach the data; keys in here are 0600.
  await mkdir(places.home, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const home = await realpath(places.home);
  const root = join(home, 'postgres');
  if (!(await stat(join(root, 'data')).catch(() => undefined))) await createCluster(root, home, places);
  const data = await realpath(join(root, 'data'));
  const runAs = unprivilegedRunAs(data);
  const major = Number.parseInt(await readFile(join(data, 'PG_VERSION'), 'utf8'), 10);
  const stored = JSON.parse(await readFile(join(root, 'passwords.json'), 'utf8')) as Record<string, string>;
  return {
    root,
    data,
    usersDirectory: join(root, 'users'),
    logFile: join(root, 'postgres.log'),
    runAs,
    binaries: await findPostgresBinaries({ runAs, cacheDirectory: places.cacheDirectory, major }),
    passwords: { superuser: new Secret(stored.superuser ?? ''), owner: new Secret(stored.owner ?? '') },
  };
}

async function createCluster(root: string, home: string, places: ClusterPlaces): Promise<void> {
  await removeAbandoned(home);
  const making = `${root}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  await mkdir(join(making, 'users'), { recursive: true, mode: 0o711 });
  const runAs = unprivilegedRunAs(making);
  let relocated: string | undefined;
  try {
    if (!canTraverse(making, runAs)) relocated = await relocate(home, places.stateDirectory);
    const data = join(relocated ?? making, 'data');
    await mkdir(data, { mode: 0o700 });
    if (relocated) await symlink(data, join(making, 'data'));
    if (runAs.uid !== undefined) await chown(data, runAs.uid, runAs.gid ?? runAs.uid);
    const { binDirectory } = await findPostgresBinaries({ runAs, cacheDirectory: places.cacheDirectory });
    const passwords = { superuser: randomPassword(), owner: randomPassword() };
    await initialise(binDirectory, data, runAs, passwords, places.ephemeral);
    await writeFile(join(making, 'passwords.json'), JSON.stringify(passwords), { mode: 0o600, flush: true });
    await rename(making, root);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    if (relocated) await rm(relocated, { recursive: true, force: true });
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
}

/** What a process that died while it made a cluster left behind. */
async function removeAbandoned(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const pid = /^postgres\.new-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(home, name), { recursive: true, force: true });
  }
}

/** A place for data outside a home that only root can reach into, such as one below /root. A file in it names the home. */
async function relocate(home: string, stateDirectory: string): Promise<string> {
  await removeRelocatedOfGoneTemporaryHomes(stateDirectory);
  const place = join(stateDirectory, randomBytes(8).toString('hex'));
  try {
    await mkdir(place, { recursive: true, mode: 0o755 });
    await writeFile(join(place, 'home'), `${home}\n`, { mode: 0o600 });
  } catch (cause) {
    throw new DomainError('database.unavailable', {
      publicMessage: 'The embedded database has no place that its unprivileged user can reach.',
      detail: `${dirname(home)} is closed to other users and ${stateDirectory} can't be written: set PVG_HOME elsewhere, run as another user than root, or set DATABASE_URL (${(cause as NodeJS.ErrnoException).code})`,
    });
  }
  return place;
}

/** A home in the temporary folder that is gone will not come back; one elsewhere may be on a disk that is not mounted now. */
async function removeRelocatedOfGoneTemporaryHomes(stateDirectory: string): Promise<void> {
  for (const name of await readdir(stateDirectory).catch(() => [])) {
    const place = join(stateDirectory, name);
    const home = (await readFile(join(place, 'home'), 'utf8').catch(() => '')).trim();
    if (!home.startsWith(`${tmpdir()}${sep}`) || (await stat(home).catch(() => undefined))) continue;
    const pid = Number.parseInt(await readFile(join(place, 'data', 'postmaster.pid'), 'utf8').catch(() => ''), 10);
    if (!(pid > 0 && isRunning(pid))) await rm(place, { recursive: true, force: true });
  }
}

function randomPassword(): string {
  return randomBytes(24).toString('base64url');
}

async function initialise(
  binDirectory: string,
  data: string,
  runAs: RunAs,
  passwords: { superuser: string; owner: string },
  ephemeral: boolean,
): Promise<void> {
  const passwordFile = `${data}.password`;
  await writeFile(passwordFile, `${passwords.superuser}\n`, { mode: 0o600 });
  try {
    if (runAs.uid !== undefined) await chown(passwordFile, runAs.uid, runAs.gid ?? runAs.uid);
    await run(join(binDirectory, 'initdb'), runAs, [
      ...['-D', data, '-U', SUPERUSER_ROLE, '-E', 'UTF8', '--locale=C', '--auth=scram-sha-256'],
      ...[`--pwfile=${passwordFile}`, ...(ephemeral ? ['--no-sync'] : [])],
    ]);
  } finally {
    await rm(passwordFile, { force: true });
  }
  // Single-user mode, so that the owner is there before anybody can connect. It reads one statement a line.
  const sql = [
    `CREATE ROLE ${OWNER_ROLE} LOGIN CREATEROLE NOSUPERUSER NOBYPASSRLS PASSWORD '${passwords.owner}'`,
    `CREATE DATABASE ${OWNER_DATABASE} OWNER ${OWNER_ROLE}`,
  ];
  const settings = ephemeral ? ['-c', 'fsync=off'] : [];
  await run(
    join(binDirectory, 'postgres'),
    runAs,
    ['--single', '-D', data, '-c', 'exit_on_error=on', ...settings, 'postgres'],
    `${sql.join('\n')}\n`,
  );
}

/** Runs a Postgres tool to its end. Its output is not kept: it could quote what it was given. */
function run(program: string, runAs: RunAs, args: string[], input = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...runAs,
      cwd: '/',
      env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const failed = (how: string) =>
      reject(
        new DomainError('database.unavailable', {
          publicMessage: 'The embedded database could not be created.',
          detail: `${program} ${how}`,
        }),
      );
    child.once('error', (error: NodeJS.ErrnoException) => failed(`could not be started (${error.code})`));
    child.once('exit', (code, signal) => (code === 0 ? resolve() : failed(`ended with ${signal ?? code}`)));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
