import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { build } from '../../scripts/build.mjs';
import { inventPerson, promptOf, spellingsOf } from '../support/invented.js';

const pvg = resolve(import.meta.dirname, '../../scripts/pvg.mjs');
let folder: string;

beforeAll(async () => {
  await build();
  folder = mkdtempSync(join(tmpdir(), 'pvg-cli-'));
  // Started by root, Postgres runs as another user and must be able to pass.
  chmodSync(folder, 0o711);
}, 180_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  return spawn(process.execPath, [pvg, ...args], {
    env: { PATH: process.env.PATH, PVG_HOME: join(folder, 'home'), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

async function run(args: readonly string[], input: string | Uint8Array, env?: Readonly<Record<string, string>>) {
  const child = start(args, env);
  const read = async (stream: NodeJS.ReadableStream) => {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString('utf8');
  };
  child.stdin!.end(input);
  const [stdout, stderr, code] = await Promise.all([
    read(child.stdout!),
    read(child.stderr!),
    new Promise<number | null>((done) => child.once('exit', done)),
  ]);
  return { stdout, stderr, code };
}

describe('pvg', () => {
  it('de-identifies standard input on a machine where nothing is set up, and support gets masks back', async () => {
    const person = inventPerson();
    const { stdout, code } = await run(['deidentify'], promptOf(person));
    expect(code).toBe(0);
    for (const value of Object.values(person))
      for (const form of spellingsOf(value)) expect(stdout).not.toContain(form);
    expect(stdout).toMatch(/my name is \[PERSON_[0-9A-Z]{10}\]/);
    const keys = JSON.parse(readFileSync(join(folder, 'home/dev-keys.json'), 'utf8')) as Record<string, string>;
    const back = await run(['reidentify', '--key', keys.support!], stdout);
    expect(back.stdout).toMatch(/my name is \p{Lu}\. \p{Lu}\./u);
    const none = await run(['reidentify'], stdout, { PVG_KEY: keys.analyst! });
    expect(none.stdout).toBe(stdout);
  }, 180_000);

  it('writes values in the form that is asked for, and support gets masks back of what can be turned back', async () => {
    const person = inventPerson();
    const surrogate = await run(['deidentify', '--as', 'surrogate'], promptOf(person));
    expect(surrogate.code).toBe(0);
    for (const value of [person.PERSON, person.EMAIL]) expect(surrogate.stdout).not.toContain(value);
    expect(surrogate.stdout).not.toContain('[PERSON_');
    const keys = JSON.parse(readFileSync(join(folder, 'home/dev-keys.json'), 'utf8')) as Record<string, string>;
    const back = await run(['reidentify', '--key', keys.support!], surrogate.stdout);
    expect(back.stdout).toMatch(/my name is \p{Lu}\. \p{Lu}\./u);
    expect((await run(['deidentify', '--as', 'redact'], promptOf(person))).stdout).toContain('[REDACTED_EMAIL]');
    expect((await run(['deidentify', '--as', 'rot13'], 'x')).code).not.toBe(0);
  }, 180_000);

  it('answers each NDJSON line with one line, in order, errors included, and keeps the rest of each object', async () => {
    const { EMAIL } = inventPerson();
    const lines = [
      `{"id":9007199254740993,"text":"Mail ${EMAIL}","n":1.50}`,
      'not json',
      '{"id":2}',
      '',
      `{"text":"Again ${EMAIL}" , "tags":[]}`,
      '{"text":"nothing"}',
    ];
    const { stdout, code } = await run(['deidentify', '--ndjson'], `${lines.join('\n')}\n`);
    const out = stdout.trimEnd().split('\n');
    expect(out).toHaveLength(lines.length);
    const token = /\[EMAIL_[0-9A-Z]{10}\]/.exec(out[0]!)![0];
    expect(out[0]).toBe(lines[0]!.replace(EMAIL, token));
    expect(out[4]).toBe(lines[4]!.replace(EMAIL, token));
    expect(out[5]).toBe(lines[5]);
    for (const at of [1, 2, 3]) expect(JSON.parse(out[at]!).error.code).toMatch(/^request\./);
    expect(stdout).not.toContain(EMAIL);
    expect(code).toBe(2);
  }, 180_000);

  it('answers a host that waits for each line before it sends the next', async () => {
    const child = start(['deidentify', '--ndjson', '--field', 'note']);
    const output = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
    for (let round = 0; round < 3; round += 1) {
      const { EMAIL } = inventPerson();
      child.stdin!.write(`${JSON.stringify({ note: EMAIL, round })}\n`);
      const { value } = (await output.next()) as { value: string };
      expect(JSON.parse(value)).toEqual({ note: expect.stringMatching(/^\[EMAIL_[0-9A-Z]{10}\]$/), round });
    }
    child.stdin!.end();
    expect(await new Promise((done) => child.once('exit', done))).toBe(0);
  }, 180_000);

  it('inspects a file and prints findings with their reasons', async () => {
    const { EMAIL } = inventPerson();
    const file = join(folder, 'note.txt');
    writeFileSync(file, `Mail ${EMAIL}`);
    const { stdout } = await run(['inspect', file], '');
    expect(JSON.parse(stdout).findings).toEqual([
      expect.objectContaining({ type: 'EMAIL', start: 5, end: 5 + EMAIL.length, recognizer: 'email' }),
    ]);
  }, 180_000);

  it('says what is wrong in one line, without the text', async () => {
    const { EMAIL } = inventPerson();
    const results = [
      await run(['deidentify'], EMAIL, { PVG_PORT: 'nonsense' }),
      await run(['deidentify', '--key', 'pvg_00000000_wrong'], EMAIL),
      await run(['deidentify', '--url', 'http://127.0.0.1:1', '--key', 'k'], EMAIL),
      await run(['deidentify'], new Uint8Array([0xff, 0xfe, 0x41])),
    ];
    for (const { stdout, stderr, code } of results) {
      expect(code).toBe(1);
      expect(stdout).toBe('');
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(stderr).toMatch(/^pvg: .+\[[a-z_.]+\]$/m);
      expect(stderr).not.toContain(EMAIL);
    }
  }, 180_000);
});
