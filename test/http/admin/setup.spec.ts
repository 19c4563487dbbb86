import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from '#lib/config';
import { DEVELOPMENT_TENANT, SetupTokens } from '#lib/identity';
import { createGateway, type Gateway } from '../../../apps/gateway/src/create-gateway.js';
import { createTestDatabase, type TestDatabase } from '../../../libs/database/src/testing/test-database.js';

let database: TestDatabase;
let gateway: Gateway;
let token: string;
let firstKey: string;
const home = mkdtempSync(join(tmpdir(), 'pvg-setup-'));

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = await createGateway(
    loadConfig({ DATABASE_URL: database.url, PVG_HOME: home, PVG_PORT: '0', PVG_LOG_LEVEL: 'silent' }),
  );
  // What the log of the first start says; asked for again, since a test can't read it.
  token = (await gateway.app.get(SetupTokens).issue(DEVELOPMENT_TENANT))!.reveal();
}, 120_000);

afterAll(async () => {
  await gateway.app.close();
  await database.close();
  rmSync(home, { recursive: true, force: true });
});

const setUp = (body: unknown) =>
  fetch(`${gateway.url}/admin/v1/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('a new installation on a database of one’s own', () => {
  it('holds nobody, but has issued a token at its start', async () => {
    const rows = await database.admin<{ n: number }>('SELECT count(*)::int AS n FROM setup_token');
    expect(rows[0]!.n).toBe(1);
    expect((await database.admin('SELECT FROM principal')).length).toBe(0);
  });

  it('lets the holder of the token become the first administrator, once, who can then administer', async () => {
    expect((await setUp({ token: 'pvgsetup_wrong', id: 'jane' })).status).toBe(401);
    const made = await setUp({ token, id: 'jane', displayName: 'Jane' });
    expect(made.status).toBe(201);
    const { key, principalId } = (await made.json()) as { key: string; principalId: string };
    expect(principalId).toBe('jane');
    firstKey = key;
    const policies = await fetch(`${gateway.url}/admin/v1/policies`, { headers: { authorization: `Bearer ${key}` } });
    expect(policies.status).toBe(200);
    expect((await setUp({ token, id: 'mallory' })).status).toBe(401);
    expect(await gateway.app.get(SetupTokens).issue(DEVELOPMENT_TENANT)).toBeNull();
  });

  it('keeps his last way in', async () => {
    const headers = { authorization: `Bearer ${firstKey}` };
    const prefix = firstKey.slice(4, 16);
    const revoked = await fetch(`${gateway.url}/admin/v1/api-keys/${prefix}`, { method: 'DELETE', headers });
    expect([revoked.status, ((await revoked.json()) as { code: string }).code]).toEqual([409, 'policy.conflict']);
    expect((await fetch(`${gateway.url}/admin/v1/policies`, { headers })).status).toBe(200);
  });

  it('counts the tries of an address', async () => {
    let last = await setUp({ token: 'pvgsetup_wrong', id: 'mallory' });
    for (let i = 0; i < 12 && last.status !== 429; i += 1)
      last = await setUp({ token: 'pvgsetup_wrong', id: 'mallory' });
    expect(last.status).toBe(429);
  });
});
