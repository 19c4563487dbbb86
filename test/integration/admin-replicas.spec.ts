import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from '#lib/config';
import { createGateway, type Gateway } from '../../apps/gateway/src/create-gateway.js';
import { addPrincipal } from '../support/more-principals.js';
import { createTestGateway, type TestGateway } from '../support/test-gateway.js';

let t: TestGateway;
let other: Gateway;
let reviewer: Record<string, string>;

beforeAll(async () => {
  t = await createTestGateway();
  reviewer = await addPrincipal(t, { id: 'reviewer', roles: ['admin'] });
  other = await createGateway({
    ...loadConfig({ DATABASE_URL: t.testDatabase.url, PVG_PORT: '0', PVG_LOG_LEVEL: 'silent' }),
    home: t.home,
  });
}, 120_000);

afterAll(async () => {
  await other.app.close();
  await t.close();
});

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const onOther = (path: string, headers: Record<string, string>) => fetch(other.url + path, { headers });

/** Milliseconds until the other replica answers with the status; more than two seconds count as never. */
async function untilOtherAnswers(path: string, headers: Record<string, string>, status: number): Promise<number> {
  const from = performance.now();
  while (performance.now() - from < 2_000) {
    if ((await onOther(path, headers)).status === status) return performance.now() - from;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return Number.POSITIVE_INFINITY;
}

async function activate(action: string): Promise<void> {
  const document = {
    version: '2026-12-01',
    statements: [{ sid: 'Extra', effect: 'allow', principal: { role: 'analyst' }, action: [action], resource: '*' }],
  };
  const at = '/admin/v1/policies/extra/versions';
  const made = await t.call(at, { as: 'admin', body: { document } });
  const step = (verb: string, etag: string, headers = bearer(t.keys.admin.reveal()), body?: unknown) =>
    t.call(`${at}/${made.json.version}/${verb}`, {
      as: null,
      method: 'POST',
      headers: { ...headers, 'if-match': `"${etag}"` },
      ...(body !== undefined && { body }),
    });
  const submitted = await step('submit', made.json.etag);
  const approved = await step('approve', submitted.json.etag, reviewer as never, {});
  expect((await step('activate', approved.json.etag)).status).toBe(200);
}

describe('a change made at one replica', () => {
  it('of the policy bites at once there and within a second at the other', async () => {
    const path = '/admin/v1/policies';
    const analyst = bearer(t.keys.analyst.reveal());
    expect((await onOther(path, analyst)).status).toBe(403);
    await activate('policy:Read');
    expect((await t.call(path, { as: 'analyst' })).status).toBe(200);
    expect(await untilOtherAnswers(path, analyst, 200)).toBeLessThan(1_000);
    await activate('system:Read');
    expect((await t.call(path, { as: 'analyst' })).status).toBe(403);
    expect(await untilOtherAnswers(path, analyst, 403)).toBeLessThan(1_000);
  });

  it('of a key, a principal or a grant bites within a second at the other', async () => {
    const made = await t.call('/admin/v1/api-keys', { as: 'admin', body: { principalId: 'support' } });
    const headers = bearer(made.json.key);
    const path = '/v1/models';
    expect((await onOther(path, headers)).status).not.toBe(401);
    await t.call(`/admin/v1/api-keys/${made.json.prefix}`, { as: 'admin', method: 'DELETE' });
    expect(await untilOtherAnswers(path, headers, 401)).toBeLessThan(1_000);
    const body = { principalId: 'analyst', role: 'admin', reason: 'Cover', durationSeconds: 600 };
    const grant = await t.call('/admin/v1/grants', { as: 'admin', body });
    await t.call(`/admin/v1/grants/${grant.json.id}/approve`, { as: null, method: 'POST', headers: reviewer });
    const analyst = bearer(t.keys.analyst.reveal());
    expect(await untilOtherAnswers('/admin/v1/grants', analyst, 200)).toBeLessThan(1_000);
    await t.call(`/admin/v1/grants/${grant.json.id}/revoke`, { as: 'admin', method: 'POST' });
    expect(await untilOtherAnswers('/admin/v1/grants', analyst, 403)).toBeLessThan(1_000);
  });
});
