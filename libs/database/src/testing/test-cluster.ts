import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgres } from '../embedded/embedded-postgres.js';
import { processStartTicks } from '../embedded/live-process.js';
import { migrate } from '../migrate.js';

export interface TestCluster {
  /** The owner's login. */
  readonly url: string;
  /** The superuser's. */
  readonly adminUrl: string;
}

/** The owner's own database: migrated, and never connected to again. */
export const TEMPLATE_DATABASE = 'pvg';

const START_TIMEOUT_MS = 60_000;
const TMPFS = '/dev/shm';
const SPACE_MIN_BYTES = 2 ** 30;

/** Set by jest.config.js: which process the cluster lives as long as. Outside jest it is this one. */
declare const pvgTestRun: { readonly ownerPid: number } | undefined;

let started: Promise<TestCluster> | undefined;

/**
 * The cluster of this test run: started by the first worker that asks, with a template migrated from migrations/ as they
 * are now; the others wait for its file. It ends with the jest process, however that ends.
 */
export function testCluster(): Promise<TestCluster> {
  started ??= startOrJoin(typeof pvgTestRun === 'undefined' ? process.pid : pvgTestRun.ownerPid);
  return started;
}

async function startOrJoin(ownerPid: number): Promise<TestCluster> {
  const home = join(temporaryRoot(), `pvg-test-${ownerPid}-${processStartTicks(ownerPid)}`);
  const ready = join(home, 'postgres', 'test-cluster.json');
  try {
    mkdirSync(home, { mode: 0o711 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return joinCluster(home, ready);
  }
  try {
    const embedded = await EmbeddedPostgres.start({ home, ephemeral: true, ownerPid });
    await migrate({ url: embedded.url });
    const cluster = { url: embedded.url.reveal(), adminUrl: embedded.adminUrl.reveal() };
    writeFileSync(`${ready}.new`, JSON.stringify(cluster), { mode: 0o600 });
    renameSync(`${ready}.new`, ready);
    return cluster;
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
}

async function joinCluster(home: string, ready: string): Promise<TestCluster> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await sleep(20)) {
    if (existsSync(ready)) return JSON.parse(readFileSync(ready, 'utf8')) as TestCluster;
    if (!existsSync(home)) break;
  }
  throw new Error('another worker of this test run could not start the test cluster');
}

/** Memory when there is enough of it: containers often have 64 MB there. */
function temporaryRoot(): string {
  if (!existsSync(TMPFS)) return tmpdir();
  const { bavail, bsize } = statfsSync(TMPFS);
  return bavail * bsize >= SPACE_MIN_BYTES ? TMPFS : tmpdir();
}
