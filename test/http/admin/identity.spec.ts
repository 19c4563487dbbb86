import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addPrincipal } from '../../support/more-principals.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

let t: TestGateway;
let second: Record<string, string>;

beforeAll(async () => {
  t = await createTestGateway();
  second = await addPrincipal(t, { id: 'second-admin', roles: ['admin'] });
}, 120_000);

afterAll(() => t.close());

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  t.call(path, { as: 'admin', method, headers, ...(body !== undefined && { body }) });
const withKey = (key: string, path: string) => t.call(path, { as: null, headers: { authorization: `Bearer ${key}` } });

describe('principals', () => {
  it('are made, read and changed only over what was read', async () => {
    const made = await send('POST', '/admin/v1/principals', { id: 'mailer', kind: 'service', roles: ['analyst'] });
    expect([made.status, made.json.roles]).toEqual([201, ['analyst']]);
    expect((await send('POST', '/admin/v1/principals', { id: 'mailer', kind: 'service' })).status).toBe(409);
    const at = '/admin/v1/principals/mailer';
    expect((await send('PATCH', at, { state: 'disabled' })).status).toBe(428);
    const disabled = await send('PATCH', at, { state: 'disabled' }, { 'if-match': made.headers.get('etag')! });
    expect(disabled.json).toMatchObject({ state: 'disabled', roles: ['analyst'] });
    const late = await send('PATCH', at, { state: 'active' }, { 'if-match': made.headers.get('etag')! });
    expect(late.status).toBe(412);
    expect((await send('GET', '/admin/v1/principals/nobody')).status).toBe(404);
  });

  it('never change their own rights, and the last administrator stays one', async () => {
    const own = await send('GET', '/admin/v1/principals/admin');
    const change = { roles: ['admin', 'support'] };
    const refused = await send('PATCH', '/admin/v1/principals/admin', change, { 'if-match': own.headers.get('etag')! });
    expect([refused.status, refused.json.code]).toEqual([403, 'policy.denied']);
    const other = await send('GET', '/admin/v1/principals/second-admin');
    const gone = await send(
      'PATCH',
      '/admin/v1/principals/second-admin',
      { state: 'disabled' },
      { 'if-match': other.headers.get('etag')! },
    );
    expect(gone.status).toBe(200);
    expect((await t.call('/admin/v1/principals', { as: null, headers: second })).status).toBe(401);
    const back = { 'if-match': gone.headers.get('etag')! };
    expect((await send('PATCH', '/admin/v1/principals/second-admin', { state: 'active' }, back)).status).toBe(200);
    const helper = await addPrincipal(t, { id: 'helper', roles: ['helper'] });
    await t.testDatabase.admin(`UPDATE principal SET state = 'disabled' WHERE id = 'second-admin'`);
    await t.testDatabase.admin(
      `UPDATE policy_version SET document = jsonb_insert(document, '{statements,0}', $1) WHERE state = 'active'`,
      [
        JSON.stringify({
          sid: 'HelpersWrite',
          effect: 'allow',
          principal: { role: 'helper' },
          action: ['principal:Write', 'principal:Delegate', 'principal:Read'],
          resource: '*',
        }),
      ],
    );
    await t.testDatabase.admin('UPDATE policy_revision SET revision = revision + 1');
    await new Promise((resolve) => setTimeout(resolve, 700));
    const last = await t.call('/admin/v1/principals/admin', {
      as: null,
      method: 'PATCH',
      headers: { ...helper, 'if-match': own.headers.get('etag')! },
      body: { state: 'disabled' },
    });
    expect([last.status, last.json.code]).toEqual([409, 'policy.conflict']);
    await t.testDatabase.admin(`UPDATE principal SET state = 'active' WHERE id = 'second-admin'`);
  });

  it('get no rights from somebody who lacks them', async () => {
    const limited = await addPrincipal(t, { id: 'limited', roles: ['registrar'] });
    await t.testDatabase.admin(
      `UPDATE policy_version SET document = jsonb_insert(document, '{statements,0}', $1) WHERE state = 'active'`,
      [
        JSON.stringify({
          sid: 'RegistrarsWrite',
          effect: 'allow',
          principal: { role: 'registrar' },
          action: ['principal:Write'],
          resource: '*',
        }),
      ],
    );
    await t.testDatabase.admin('UPDATE policy_revision SET revision = revision + 1');
    await new Promise((resolve) => setTimeout(resolve, 700));
    const give = (roles: string[]) =>
      t.call('/admin/v1/principals', {
        as: null,
        method: 'POST',
        headers: limited,
        body: { id: `friend-${roles.join('-')}`, kind: 'service', roles },
      });
    expect((await give(['admin'])).json.code).toBe('policy.denied');
    expect((await give(['registrar'])).status).toBe(201);
    expect((await give(['support'])).status).toBe(403);
    const key = { as: null, method: 'POST', headers: limited, body: { principalId: 'admin' } };
    expect((await t.call('/admin/v1/api-keys', key)).json.code).toBe('policy.denied');
  });
});

describe('API keys', () => {
  it('show their secret once, in no list, and end within the second they are revoked', async () => {
    const made = await send('POST', '/admin/v1/api-keys', {
      principalId: 'support',
      name: 'Desk',
      scopes: ['vault:*'],
    });
    expect(made.status).toBe(201);
    const { key, prefix } = made.json;
    expect(key).toMatch(/^pvg_[a-z0-9]{12}_[\w-]{43}$/);
    expect(made.headers.get('cache-control')).toContain('no-store');
    const list = await send('GET', '/admin/v1/api-keys?principalId=support');
    expect(list.json.items.map((item: { prefix: string }) => item.prefix)).toContain(prefix);
    expect(list.text).not.toContain(key.split('_')[2]);
    expect((await withKey(key, '/v1/models')).status).not.toBe(401);
    expect((await send('DELETE', `/admin/v1/api-keys/${prefix}`)).status).toBe(204);
    expect((await withKey(key, '/v1/models')).status).toBe(401);
    expect((await send('DELETE', '/admin/v1/api-keys/000000000000')).status).toBe(404);
  });

  it('are rotated with an overlap, in which both hold', async () => {
    const first = await send('POST', '/admin/v1/api-keys', { principalId: 'support' });
    const at = `/admin/v1/api-keys/${first.json.prefix}/rotate`;
    const next = await send('POST', at, { overlapMs: 60_000 });
    expect(next.status).toBe(201);
    for (const { json } of [first, next]) expect((await withKey(json.key, '/v1/models')).status).not.toBe(401);
    const last = await send('POST', `/admin/v1/api-keys/${next.json.prefix}/rotate`, { overlapMs: 0 });
    expect(last.status).toBe(201);
    expect((await withKey(next.json.key, '/v1/models')).status).toBe(401);
    expect((await withKey(last.json.key, '/v1/models')).status).not.toBe(401);
    expect((await send('POST', at, { overlapMs: -1 })).status).toBe(400);
  });

  it('are not handed out when their making cannot be recorded', async () => {
    await t.testDatabase.admin('ALTER TABLE audit_event ADD CONSTRAINT nothing_more CHECK (sequence < 0) NOT VALID');
    const made = await send('POST', '/admin/v1/api-keys', { principalId: 'support' });
    await t.testDatabase.admin('ALTER TABLE audit_event DROP CONSTRAINT nothing_more');
    expect(made.status).toBe(503);
    expect(made.text).not.toContain('pvg_');
  });
});

describe('grants', () => {
  it('are approved by neither who asked nor who gets the role, and take effect at once', async () => {
    const asked = await send('POST', '/admin/v1/grants', {
      principalId: 'analyst',
      role: 'admin',
      reason: 'Cover for the week',
      durationSeconds: 3_600,
    });
    expect([asked.status, asked.json.state]).toEqual([201, 'pending']);
    const at = `/admin/v1/grants/${asked.json.id}`;
    expect((await send('POST', `${at}/approve`)).json.code).toBe('policy.denied');
    expect((await t.call('/admin/v1/grants', { as: 'analyst' })).status).toBe(403);
    const approved = await t.call(`${at}/approve`, { as: null, method: 'POST', headers: second });
    expect([approved.status, approved.json.state]).toEqual([200, 'active']);
    expect((await t.call('/admin/v1/grants', { as: 'analyst' })).status).toBe(200);
    expect((await send('POST', `${at}/revoke`)).json.state).toBe('revoked');
    expect((await t.call('/admin/v1/grants', { as: 'analyst' })).status).toBe(403);
    expect((await send('POST', '/admin/v1/grants/00000000-0000-4000-8000-000000000000/approve')).status).toBe(404);
  });

  it('can be taken without an approval for an hour at most, which is recorded', async () => {
    const body = { role: 'admin', reason: 'Outage', durationSeconds: 7_200 };
    expect((await send('POST', '/admin/v1/grants/break-glass', body)).status).toBe(400);
    const taken = await send('POST', '/admin/v1/grants/break-glass', { ...body, durationSeconds: 600 });
    expect(taken.json).toMatchObject({ state: 'active', breakGlass: true, principalId: 'admin' });
    const rows = await t.testDatabase.admin(`SELECT 1 FROM audit_event WHERE action = 'access_grant.glass_broken'`);
    expect(rows).toHaveLength(1);
  });
});

describe('groups, claim rules and roles', () => {
  it('are stored and listed', async () => {
    expect((await send('PUT', '/admin/v1/roles/auditor', { description: 'Reads' })).json.id).toBe('auditor');
    const roles = await send('GET', '/admin/v1/roles');
    expect(roles.json.items.map((role: { id: string }) => role.id)).toContain('auditor');
    const group = { roles: ['analyst'], parents: [], purposes: [], collections: ['default'] };
    expect((await send('PUT', '/admin/v1/groups/Data%20team', group)).status).toBe(204);
    expect((await send('GET', '/admin/v1/groups')).json.items).toEqual([{ id: 'Data team', ...group }]);
    const rule = { issuer: 'corp', claim: 'groups', value: 'data', groups: ['Data team'] };
    expect((await send('PUT', '/admin/v1/claim-rules', rule)).status).toBe(204);
    const rules = await send('GET', '/admin/v1/claim-rules');
    expect(rules.json.items).toEqual([{ id: expect.any(String), ...rule }]);
    const { id } = rules.json.items[0];
    expect((await send('DELETE', `/admin/v1/claim-rules/${id}`)).status).toBe(204);
    expect((await send('DELETE', `/admin/v1/claim-rules/${id}`)).status).toBe(404);
    expect((await send('DELETE', '/admin/v1/groups/Data%20team')).status).toBe(204);
    expect((await send('GET', '/admin/v1/groups')).json.items).toEqual([]);
    expect(
      (await t.call('/admin/v1/roles/x', { as: 'support', method: 'PUT', body: { description: '' } })).status,
    ).toBe(403);
  });
});
