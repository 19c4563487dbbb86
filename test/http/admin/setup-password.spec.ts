import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CheckpointSigner, openCheckpoint } from '#lib/audit';
import { loadConfig } from '#lib/config';
import { DEVELOPMENT_TENANT, SetupTokens } from '#lib/identity';
import { createGateway, type Gateway } from '../../../apps/gateway/src/create-gateway.js';
import { createTestDatabase, type TestDatabase } from '../../../libs/database/src/testing/test-database.js';
import { ConsoleBrowser } from '../../support/console-browser.js';

const password = 'correct horse battery';
const home = mkdtempSync(join(tmpdir(), 'pvg-setup-'));
let database: TestDatabase;
let gateway: Gateway;
let token: string;
let browser: ConsoleBrowser;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = await createGateway(
    loadConfig({
      DATABASE_URL: database.url,
      PVG_HOME: home,
      PVG_PORT: '0',
      PVG_LOG_LEVEL: 'silent',
      PVG_AUDIT_CHECKPOINT_SECONDS: '1',
    }),
  );
  token = (await gateway.app.get(SetupTokens).issue(DEVELOPMENT_TENANT))!.reveal();
  browser = new ConsoleBrowser(gateway.url);
}, 120_000);

afterAll(async () => {
  await gateway.app.close();
  await database.close();
  rmSync(home, { recursive: true, force: true });
});

describe('the first run in a browser', () => {
  it('asks for the token, takes a password that is strong enough, and signs in', async () => {
    expect((await browser.get('/admin/v1/sign-in')).json.setupNeeded).toBe(true);
    const setUp = (given: object) => browser.send('POST', '/admin/v1/setup', { token, id: 'ann', ...given });
    expect((await setUp({ password: 'short' })).json).toMatchObject({ status: 400, pointer: '/password' });
    const made = await setUp({ displayName: 'Ann', password });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ principalId: 'ann', session: { method: 'setup', principal: { id: 'ann' } } });
    expect(made.json.key).toBeUndefined();
    expect((await browser.get('/admin/v1/policies')).status).toBe(200);
    expect((await browser.get('/admin/v1/sign-in')).json.setupNeeded).toBe(false);
  });

  it('leaves the administrator his password as the last way in, and nothing else that he could sign in with', async () => {
    const removed = await browser.send('DELETE', '/admin/v1/principals/ann/sign-in');
    expect([removed.status, removed.json.code]).toEqual([409, 'policy.conflict']);
    expect(await database.admin('SELECT FROM api_key')).toEqual([]);
    await browser.send('DELETE', '/admin/v1/session');
    const again = new ConsoleBrowser(gateway.url);
    expect((await again.send('POST', '/admin/v1/session', { name: 'ann', password })).status).toBe(200);
  });

  it('leaves no secret in any table', async () => {
    const again = new ConsoleBrowser(gateway.url);
    await again.send('POST', '/admin/v1/session', { name: 'ann', password });
    const invited = await again.send('POST', '/admin/v1/principals', { id: 'bob', kind: 'user' });
    expect(invited.status).toBe(201);
    const { json } = await again.send('POST', '/admin/v1/principals/bob/invitation', {});
    const totp = await again.send('POST', '/admin/v1/session/totp', {});
    const tables = await database.admin<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    let dump = '';
    for (const { name } of tables) {
      const rows = await database.admin<{ row: string }>(`SELECT one::text AS row FROM "${name}" AS one`);
      dump += rows.map(({ row }) => row).join('\n');
    }
    expect(dump).toContain('ann');
    const secrets = [password, token, json.token, totp.json.secret, again.csrfToken!, ...again.cookies.values()];
    for (const secret of secrets)
      for (const form of [secret, Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')])
        expect(dump.includes(form)).toBe(false);
  });

  it('is in the audit log, of which a checkpoint is signed outside the database', async () => {
    const file = join(home, 'audit-checkpoints', `${DEVELOPMENT_TENANT}.jsonl`);
    const until = Date.now() + 10_000;
    while (!existsSync(file) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
    const { publicKey } = await CheckpointSigner.fromFile(join(home, 'audit-checkpoint.pem'));
    const [line] = readFileSync(file, 'utf8').split('\n');
    expect(openCheckpoint(line!, [publicKey])).toMatchObject({ tenantId: DEVELOPMENT_TENANT });
  });
});
