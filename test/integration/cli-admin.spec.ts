import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { build } from '../../scripts/build.mjs';
import { createTestGateway, type TestGateway } from '../support/test-gateway.js';

const pvg = resolve(import.meta.dirname, '../../scripts/pvg.mjs');
let t: TestGateway;
let folder: string;

beforeAll(async () => {
  await build();
  folder = mkdtempSync(join(tmpdir(), 'pvg-cli-admin-'));
  t = await createTestGateway();
}, 180_000);

afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [pvg, ...args], {
    env: { PATH: process.env.PATH, PVG_HOME: join(folder, 'home'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const read = async (stream: NodeJS.ReadableStream) => {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString('utf8');
  };
  const [stdout, stderr, code] = await Promise.all([
    read(child.stdout),
    read(child.stderr),
    new Promise<number | null>((done) => child.once('exit', done)),
  ]);
  return { stdout, stderr, code };
}

const online = (...args: string[]) => run([...args, '--url', t.url], { PVG_KEY: t.keys.admin.reveal() });

describe('pvg audit', () => {
  it('verifies an export offline against a checkpoint, and ends with 1 and the row when a byte differs', async () => {
    await t.call('/v1/models', { as: 'user' });
    await t.call('/admin/v1/policies', { as: 'analyst' });
    const checkpoint = join(folder, 'checkpoint.json');
    writeFileSync(checkpoint, (await online('audit', 'checkpoint')).stdout);
    const file = join(folder, 'audit.jsonl');
    writeFileSync(file, (await online('audit', 'export')).stdout);
    const good = await run(['audit', 'verify', file, '--checkpoint', checkpoint]);
    expect(good.code).toBe(0);
    expect(JSON.parse(good.stdout)).toMatchObject({ valid: true, confirmed: [expect.any(Number)] });
    const tampered = join(folder, 'tampered.jsonl');
    writeFileSync(tampered, readFileSync(file, 'utf8').replace('analyst', 'analyzt'));
    const bad = await run(['audit', 'verify', tampered, '--checkpoint', checkpoint]);
    expect(bad.code).toBe(1);
    expect(JSON.parse(bad.stdout)).toMatchObject({ valid: false, fault: { kind: 'altered', sequence: 1 } });
    writeFileSync(tampered, '');
    const cut = await run(['audit', 'verify', tampered, '--checkpoint', checkpoint]);
    expect(JSON.parse(cut.stdout).fault.kind).toBe('truncated');
  }, 120_000);

  it('takes a journal of checkpoints with the key that was kept', async () => {
    const signed: { checkpoint: { sequence: number }; publicKey: string }[] = [];
    for (let i = 0; i < 2; i += 1) signed.push(JSON.parse((await online('audit', 'checkpoint')).stdout));
    const [journal, key, file] = ['journal.jsonl', 'public-key.pem', 'journaled.jsonl'].map((name) =>
      join(folder, name),
    );
    writeFileSync(journal!, signed.map(({ checkpoint }) => `${JSON.stringify(checkpoint)}\n`).join(''));
    writeFileSync(key!, signed[0]!.publicKey);
    writeFileSync(file!, (await online('audit', 'export')).stdout);
    const verified = await run(['audit', 'verify', file!, '--checkpoint', journal!, '--public-key', key!]);
    expect(JSON.parse(verified.stdout)).toMatchObject({
      valid: true,
      confirmed: signed.map(({ checkpoint }) => checkpoint.sequence),
    });
    const untrusted = await run(['audit', 'verify', file!, '--checkpoint', journal!]);
    expect(untrusted.code).toBe(1);
  }, 120_000);

  it('trusts no checkpoint that another key has signed', async () => {
    const checkpoint = join(folder, 'forged.json');
    const { checkpoint: signed, publicKey } = JSON.parse((await online('audit', 'checkpoint')).stdout);
    writeFileSync(checkpoint, JSON.stringify({ checkpoint: { ...signed, sequence: 1 }, publicKey }));
    const refused = await run(['audit', 'verify', join(folder, 'audit.jsonl'), '--checkpoint', checkpoint]);
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain('[request.invalid]');
  }, 120_000);
});

describe('pvg keys', () => {
  it('rotates, waits until it is done and retires the old version', async () => {
    expect((await online('keys', 'rotate', '--wait')).code).toBe(0);
    const retired = await online('keys', 'retire', '1');
    expect(JSON.parse(retired.stdout).keks[0].state).toBe('destroyed');
    const status = await online('keys', 'status');
    expect(JSON.parse(status.stdout).rotations[0].state).toBe('done');
    expect((await run(['keys', 'status', '--url', t.url, '--key', 'pvg_wrong'])).stderr).toContain(
      '[identity.invalid_credentials]',
    );
  }, 120_000);
});

describe('pvg policy and simulate', () => {
  it('lints offline, and explains a decision of the gateway', async () => {
    const file = join(folder, 'policy.json');
    writeFileSync(file, JSON.stringify({ version: '2026-12-01', statements: [{ sid: 'A', effect: 'alow' }] }));
    const linted = await run(['policy', 'lint', file]);
    expect(linted.code).toBe(1);
    expect(JSON.parse(linted.stdout)).toMatchObject({ valid: false });
    const explained = await online('simulate', '--role', 'support', '--type', 'EMAIL');
    expect(JSON.parse(explained.stdout)).toMatchObject({ level: 'masked', decidedBy: ['SupportSeesMasks'] });
    expect((await online('policy', 'test', 'default', '1')).code).toBe(0);
  }, 120_000);
});
