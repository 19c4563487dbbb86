import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { seedIdentity } from '#lib/identity';
import { type Job, Jobs } from '#lib/ingestion';
import type { Principal } from '#lib/kernel';
import { Secret } from '#lib/kernel';
import { EnvironmentKms, Keyring, SealedSecrets } from '#lib/keyring';
import { seedPolicies } from '#lib/policy';
import { createTestDatabase, type TestDatabase } from '../../libs/database/src/testing/test-database.js';
import { build } from '../../scripts/build.mjs';

const root = resolve(import.meta.dirname, '../..');
const FILES = 12;
const USER: Principal = {
  tenantId: 'default',
  id: 'ann',
  kind: 'user',
  roles: ['user'],
  groups: [],
  purposes: ['*'],
  collections: ['*'],
  attributes: {},
};

let test: TestDatabase;
let home: string;
let keyring: Keyring;
let jobs: Jobs;
let rootKey: string;
const started: ChildProcess[] = [];

beforeAll(async () => {
  await build();
  test = await createTestDatabase();
  await seedIdentity(test.database, 'default');
  await seedPolicies(test.database, 'default');
  home = mkdtempSync(join(tmpdir(), 'pvg-worker-'));
  rootKey = randomBytes(64).toString('base64');
  keyring = await Keyring.open({ database: test.database, kms: new EnvironmentKms(new Secret(rootKey)) });
  jobs = new Jobs(test.database, new SealedSecrets(keyring));
}, 180_000);

afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await keyring.close();
  await test.close();
  rmSync(home, { recursive: true, force: true });
});

/** A `pvg worker` that is ready. */
async function worker(): Promise<{ child: ChildProcess; exited: Promise<number | null>; errors: () => string }> {
  const child = spawn(process.execPath, [join(root, 'dist/apps/cli/src/main.js'), 'worker'], {
    cwd: root,
    env: { PATH: process.env.PATH, PVG_HOME: home, DATABASE_URL: test.url, PVG_ROOT_KEY: rootKey },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const exited = new Promise<number | null>((done) => child.once('close', done));
  await new Promise<void>((done, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) =>
      line === '{"event":"working"}' ? done() : reject(new Error(line)),
    );
    void exited.then((code) => reject(new Error(`the worker ended with ${code}: ${errors}`)));
  });
  return { child, exited, errors: () => errors };
}

const address = (file: number, line: number): string => `planted.${file}.${line}@work-${file}.example.org`;

async function submitted(lines: number): Promise<Job> {
  const job = await jobs.receive({ kind: 'deidentify', collectionId: 'default', principal: USER, options: {} });
  for (let file = 1; file <= FILES; file += 1) {
    const rows = Array.from({ length: lines }, (_, line) => `${line},${address(file, line)},note ${line}\n`);
    const content = async function* () {
      yield Buffer.from(`id,email,note\n${rows.join('')}`);
    };
    await jobs.addFile(job, `file ${file}.csv`, content());
  }
  return jobs.submit(job);
}

async function until(id: string, enough: (job: Job) => boolean): Promise<Job> {
  for (;;) {
    const job = await jobs.get('default', id);
    if (enough(job)) return job;
    await sleep(50);
  }
}

async function expectWhole(id: string, lines: number): Promise<void> {
  for (let file = 1; file <= FILES; file += 1) {
    const chunks: Buffer[] = [];
    for await (const chunk of (await jobs.output('default', id, file)).content) chunks.push(chunk);
    const rows = Buffer.concat(chunks).toString('utf8').trimEnd().split('\n');
    expect(rows).toHaveLength(lines + 1);
    rows.slice(1).forEach((row, line) => {
      expect(row).toMatch(new RegExp(`^${line},\\[EMAIL_\\w{10}\\],note ${line}$`));
    });
  }
}

describe('pvg worker', () => {
  it('any number of them do every file once, whole, though one is killed in the middle; told to stop, they end in peace', async () => {
    const lines = 150;
    const { id } = await submitted(lines);
    const first = await worker();
    await until(id, ({ itemsRunning }) => itemsRunning > 0);
    first.child.kill('SIGKILL');
    await first.exited;
    const others = await Promise.all([worker(), worker()]);
    const done = await until(id, ({ state }) => state === 'finished');
    expect(done).toMatchObject({ itemsDone: FILES, itemsFailed: 0 });
    await expectWhole(id, lines);
    const blobs = await test.admin('SELECT DISTINCT seq FROM job_blob WHERE job_id = $1 AND attempt > 0', [id]);
    const attempts = await test.admin('SELECT DISTINCT seq, attempt FROM job_blob WHERE job_id = $1 AND attempt > 0', [
      id,
    ]);
    expect([blobs.length, attempts.length]).toEqual([FILES, FILES]);
    for (const { child } of others) child.kill('SIGTERM');
    expect(await Promise.all(others.map(({ exited }) => exited))).toEqual([0, 0]);
    for (const { errors } of others) expect(errors()).not.toMatch(/planted|example\.org/);
  }, 300_000);

  it('told to stop in the middle of a job, one gives back what it did not do, and the next does it', async () => {
    const lines = 150;
    const { id } = await submitted(lines);
    const first = await worker();
    await until(id, ({ itemsDone }) => itemsDone > 0);
    first.child.kill('SIGTERM');
    expect(await first.exited).toBe(0);
    const between = await jobs.get('default', id);
    expect(between.itemsRunning).toBe(0);
    const second = await worker();
    expect(await until(id, ({ state }) => state === 'finished')).toMatchObject({ itemsDone: FILES, itemsFailed: 0 });
    await expectWhole(id, lines);
    second.child.kill('SIGTERM');
    expect(await second.exited).toBe(0);
  }, 300_000);
});
