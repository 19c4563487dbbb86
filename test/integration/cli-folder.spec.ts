import { type ChildProcess, spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type SeededKeys, seedIdentity } from '#lib/identity';
import { seedPolicies } from '#lib/policy';
import { createTestDatabase, type TestDatabase } from '../../libs/database/src/testing/test-database.js';
import { build } from '../../scripts/build.mjs';
import { END_MARK, mixedText, plantedIn, writeMixedFiles } from '../support/mixed-files.js';

const root = resolve(import.meta.dirname, '../..');
const FIXTURES = join(root, 'test/fixtures/documents');
/** `PVG_TEST_FOLDER_FILES=1000 PVG_TEST_FOLDER_KILLS=10` runs the whole. */
const FILES = Number(process.env.PVG_TEST_FOLDER_FILES ?? 60);
const KILLS = Number(process.env.PVG_TEST_FOLDER_KILLS ?? 3);

let database: TestDatabase;
let folder: string;
let keys: SeededKeys;

beforeAll(async () => {
  await build();
  database = await createTestDatabase();
  keys = (await seedIdentity(database.database, 'default'))!;
  await seedPolicies(database.database, 'default');
  folder = mkdtempSync(join(tmpdir(), 'pvg-folder-'));
}, 180_000);

afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [join(root, 'dist/apps/cli/src/main.js'), ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, PVG_HOME: join(folder, 'home'), DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function run(...args: string[]): Promise<{ stdout: string; stderr: string; code: number | null }> {
  const child = start(args);
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]!.setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk;
    });
  }
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { ...text, code };
}

function filesBelow(place: string): string[] {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('pvg deidentify <folder>', () => {
  it('does the good files, names the bad ones, does those when they are mended, and gives back what policy allows', async () => {
    const source = join(folder, 'few');
    const out = join(folder, 'few-out');
    mkdirSync(join(source, 'below'), { recursive: true });
    for (const name of ['notes.md', 'people-quotes.csv', 'intake-split-runs.docx', 'staff-formulas.xlsx'])
      copyFileSync(join(FIXTURES, name), join(source, 'below', name));
    writeFileSync(join(source, 'cut.docx'), readFileSync(join(FIXTURES, 'intake-split-runs.docx')).subarray(0, 3_000));
    writeFileSync(join(source, 'lying.docx'), 'Maren Hollstrup, maren@example.org');
    const report = join(folder, 'report.json');
    const first = await run('deidentify', source, '--out', out, '--report', report, '--workers', '2');
    expect(first.code).toBe(2);
    expect(first.stdout).toBe('');
    expect(first.stderr).toMatch(/cut\.docx: .+\[document\.unreadable\]/);
    expect(first.stderr).toMatch(/lying\.docx: .+\[document\.type_mismatch\]/);
    expect(first.stderr).toMatch(/6 files: 2 failed; \d+ values \(/);
    expect(filesBelow(out).filter((path) => /cut|lying|part$/.test(path))).toEqual([]);
    const told = JSON.parse(readFileSync(report, 'utf8')) as { files: { path: string; state: string }[] };
    expect(told.files.map(({ path, state }) => `${path} ${state}`)).toEqual([
      'below/intake-split-runs.docx done',
      'below/notes.md done',
      'below/people-quotes.csv done',
      'below/staff-formulas.xlsx done',
      'cut.docx failed',
      'lying.docx failed',
    ]);
    const all = [
      first.stdout,
      first.stderr,
      readFileSync(report, 'utf8'),
      readFileSync(join(out, '.pvg-run.ndjson'), 'utf8'),
    ];
    expect(all.join('\n')).not.toMatch(/Hollstrup|Finnegan|example\.org/);
    expect(readFileSync(join(out, 'below/notes.md'), 'utf8')).not.toMatch(/Hollstrup/);

    writeFileSync(join(source, 'cut.docx'), readFileSync(join(FIXTURES, 'intake-split-runs.docx')));
    rmSync(join(source, 'lying.docx'));
    const second = await run('deidentify', source, '--out', out);
    expect(second.code).toBe(0);
    expect(second.stderr).toMatch(/5 files: 0 failed, 4 were done before;/);

    const masked = await run('reidentify', join(out, 'below/notes.md'), '--key', keys.support.reveal());
    expect(masked.code).toBe(0);
    expect(masked.stdout).toMatch(/\w\*+@/);
  }, 120_000);

  it('refuses to write into the folder it reads, and one that another run writes', async () => {
    const source = join(folder, 'own');
    const out = join(folder, 'held-out');
    mkdirSync(source, { recursive: true });
    mkdirSync(out, { recursive: true });
    writeFileSync(join(source, 'a.txt'), 'nothing');
    expect(await run('deidentify', source, '--out', source)).toMatchObject({ code: 1, stderr: /request\.invalid/ });
    expect(await run('deidentify', source)).toMatchObject({ code: 1 });
    const stat = readFileSync(`/proc/${process.pid}/stat`, 'utf8');
    writeFileSync(
      join(out, '.pvg-run.lock'),
      `${process.pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}\n`,
    );
    expect((await run('deidentify', source, '--out', out)).stderr).toContain('[resource.conflict]');
    writeFileSync(join(out, '.pvg-run.lock'), `${process.pid} 1\n`);
    expect((await run('deidentify', source, '--out', out)).code).toBe(0);
    expect(existsSync(join(out, '.pvg-run.lock'))).toBe(false);
  }, 120_000);

  it(`finishes every file once, none half-written, though it is killed at random`, async () => {
    const source = join(folder, 'many');
    const out = join(folder, 'many-out');
    const paths = await writeMixedFiles(source, FILES);
    const doneNow = () => (existsSync(out) ? filesBelow(out).filter((path) => !/pvg-(?:run\.|part)/.test(path)) : []);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = doneNow().length;
      const victim = start(['deidentify', source, '--out', out, '--workers', '2']);
      const ended = new Promise((done) => victim.once('close', done));
      while (victim.exitCode === null && doneNow().length === before && before < FILES) await sleep(5);
      await sleep(Math.random() * Math.min(2_000, (20 * FILES) / KILLS));
      victim.kill('SIGKILL');
      await ended;
      for (const path of doneNow()) expect([path, (await mixedText(path)).includes(END_MARK)]).toEqual([path, true]);
    }
    const last = await run('deidentify', source, '--out', out, '--workers', '2');
    expect([last.code, last.stderr]).toEqual([0, expect.stringContaining(`${FILES} files: 0 failed`)]);
    for (const [index, path] of paths.entries()) {
      const text = await mixedText(join(out, path));
      expect([path, text.includes(END_MARK), text.includes(plantedIn(index)), /EMAIL_\w{10}/.test(text)]).toEqual([
        path,
        true,
        false,
        true,
      ]);
    }
    expect(filesBelow(out)).toHaveLength(FILES + 1);
    const lines = readFileSync(join(out, '.pvg-run.ndjson'), 'utf8').trimEnd().split('\n');
    const listed = lines.flatMap((line) => {
      try {
        return [(JSON.parse(line) as { path: string }).path];
      } catch {
        return [];
      }
    });
    expect(listed.sort()).toEqual([...paths].sort());
  }, 1_800_000);
});
