import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { OidcProviderConfig } from '#lib/config';
import { ConsoleSessions, SESSION_COOKIE, totpCode, totpStep } from '#lib/identity';
import { Secret } from '#lib/kernel';
import { SEED_POLICY } from '#lib/policy';
import {
  startOpenIdProvider,
  TEST_CLIENT,
  TestBrowser,
  type TestProvider,
} from '../../../libs/identity/src/testing/openid-provider.js';
import { ConsoleBrowser } from '../../support/console-browser.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

const password = 'correct horse battery';
const annsRights = { id: 'ann', roles: ['admin'], purposes: ['*'], collections: ['*'] };
let t: TestGateway;
let provider: TestProvider;
let ann: ConsoleBrowser;

/** A port that was free a moment ago: a provider is told the address to send browsers back to before the gateway starts. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

beforeAll(async () => {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  provider = await startOpenIdProvider(`${publicUrl}/admin/v1/sign-in/oidc/corp/callback`);
  const corp: OidcProviderConfig = {
    name: 'corp',
    title: 'Corporate account',
    tenant: 'default',
    issuer: provider.issuer,
    clientId: TEST_CLIENT.id,
    clientSecret: new Secret(TEST_CLIENT.secret),
    scope: 'openid profile email',
    attributes: {},
    mfa: { amr: ['mfa'], acr: [] },
  };
  const rateLimits = {
    login: { countMax: 1_000, windowSeconds: 60 },
    'login:name': { countMax: 1_000, windowSeconds: 60 },
  };
  t = await createTestGateway({ port, publicUrl, oidcProviders: [corp], rateLimits });
  const as = { as: 'admin' as const };
  await t.call('/admin/v1/principals', { ...as, body: { kind: 'user', displayName: 'Ann', ...annsRights } });
  const invited = await t.call('/admin/v1/principals/ann/invitation', { ...as, body: {} });
  expect(invited.status).toBe(201);
  ann = new ConsoleBrowser(t.url);
  const redeemed = await ann.send('POST', '/admin/v1/invitation', { token: invited.json.token, password });
  expect(redeemed.status).toBe(200);
}, 120_000);

afterAll(async () => {
  await t.close();
  await provider.close();
});

afterEach(async () => {
  await t.testDatabase.admin('DELETE FROM rate_window');
});

const signIn = async (body: unknown = { name: 'ann', password }) => {
  const browser = new ConsoleBrowser(t.url);
  return { browser, answer: await browser.send('POST', '/admin/v1/session', body) };
};

/** A browser in a session of ann's own, opened without the slow hash. */
async function signedIn(): Promise<ConsoleBrowser> {
  const browser = new ConsoleBrowser(t.url);
  const principal = { ...annsRights, tenantId: 'default', kind: 'user', groups: [], attributes: {} } as const;
  const session = await t.gateway.app.get(ConsoleSessions).open({ principal, method: 'password' });
  browser.cookies.set(SESSION_COOKIE, session.cookie.reveal());
  browser.csrfToken = session.csrfToken.reveal();
  return browser;
}

describe('sign-in', () => {
  it('says which ways there are', async () => {
    const { status, json } = await new ConsoleBrowser(t.url).get('/admin/v1/sign-in');
    expect({ status, json }).toEqual({
      status: 200,
      json: {
        setupNeeded: false,
        password: true,
        providers: [{ name: 'corp', title: 'Corporate account', url: '/admin/v1/sign-in/oidc/corp' }],
      },
    });
  });

  it('sets a cookie that no script, other site or other host reads, and no cache keeps the answer', async () => {
    const { answer } = await signIn();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.setCookies).toHaveLength(1);
    expect(answer.setCookies[0]).toMatch(
      /^__Host-pvg-session=default\.[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
    expect(JSON.stringify(answer.json)).not.toContain(/=([^;]+)/.exec(answer.setCookies[0]!)![1]);
    expect(answer.json).toMatchObject({
      principal: { id: 'ann', kind: 'user', displayName: 'Ann', tenantId: 'default', roles: ['admin'] },
      method: 'password',
      mfa: false,
      password: true,
      secondFactor: false,
      idleSeconds: 1_800,
    });
    expect(answer.json.permissions).toEqual(expect.arrayContaining(['policy:Read', 'audit:Read', 'principal:Write']));
    expect(answer.json.permissions).not.toContain('vault:Reveal');
  });

  it('answers a wrong password, an unknown name, a wrong key and a disabled person alike', async () => {
    await t.testDatabase.admin(
      `INSERT INTO principal (tenant_id, id, kind, state) VALUES ('default', 'gone', 'user', 'disabled')`,
    );
    const answers = await Promise.all(
      [
        { name: 'ann', password: 'wrong horse battery' },
        { name: 'nobody', password },
        { name: 'gone', password },
        { name: 'ann', password, tenant: 'other' },
        { key: `pvg_abcdefghjkmn_${'A'.repeat(43)}` },
        { key: 'nonsense' },
      ].map(async (body) => {
        const { answer } = await signIn(body);
        const { requestId: _, ...rest } = answer.json;
        return JSON.stringify({ status: answer.status, cookies: answer.setCookies, rest });
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('identity.invalid_credentials');
  });

  it.each([
    [{ name: 'ann' }],
    [{ password }],
    [{ name: 'ann', password, key: 'k' }],
    [{}],
    [{ name: 'ann', password, role: 'admin' }],
  ])('takes a name with a password, or a key: %j', async (body) => {
    expect((await signIn(body)).answer.status).toBe(400);
  });

  it('gives a new name to the session of a browser that brings one, and ends that', async () => {
    const browser = await signedIn();
    const planted = browser.cookies.get(SESSION_COOKIE)!;
    await browser.send('POST', '/admin/v1/session', { name: 'ann', password });
    expect(browser.cookies.get(SESSION_COOKIE)).not.toBe(planted);
    const old = new ConsoleBrowser(t.url);
    old.cookies.set(SESSION_COOKIE, planted);
    expect((await old.get('/admin/v1/session')).status).toBe(401);
  });
});

describe('a session', () => {
  it('opens the admin, vault and privacy APIs like a key', async () => {
    for (const path of ['/admin/v1/policies', '/admin/v1/principals', '/admin/v1/audit', '/admin/v1/keys'])
      expect([path, (await ann.get(path)).status]).toEqual([path, 200]);
    const decision = await ann.send('POST', '/admin/v1/simulate', {
      principal: { roles: ['support'] },
      action: 'vault:Reveal',
      resource: { collection: 'default', infoType: 'EMAIL' },
      context: {},
    });
    expect(decision.json).toMatchObject({ level: 'masked' });
  });

  it('changes nothing without its CSRF token, from another site or another origin, whatever the route', async () => {
    const body = { description: 'x' };
    const change = (headers: Record<string, string>) => ann.send('PUT', '/admin/v1/roles/forged', body, headers);
    const other = await signedIn();
    const forged: Record<string, string>[] = [
      { 'x-pvg-csrf': '' },
      { 'x-pvg-csrf': '1' },
      { 'x-pvg-csrf': other.csrfToken! },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { origin: `${t.url}0` },
    ];
    for (const headers of forged) {
      const { status, json } = await change(headers);
      expect({ headers, status, code: json.code }).toEqual({ headers, status: 403, code: 'identity.csrf' });
    }
    expect(await t.testDatabase.admin(`SELECT FROM role WHERE id = 'forged'`)).toEqual([]);
    expect((await change({})).status).toBe(200);
    const { status } = await new ConsoleBrowser(t.url).send(
      'POST',
      '/admin/v1/session',
      { name: 'ann', password },
      { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
    );
    expect(status).toBe(403);
  });

  it('is not read from another site either', async () => {
    expect((await ann.get('/admin/v1/session', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await ann.get('/admin/v1/session', { 'sec-fetch-site': 'none' })).status).toBe(200);
  });

  it('gives way to a credential in a header', async () => {
    const as = (role: 'support' | 'analyst') => ({ authorization: `Bearer ${t.keys[role].reveal()}` });
    expect((await ann.get('/admin/v1/policies', as('support'))).status).toBe(403);
    expect((await ann.get('/admin/v1/policies', { authorization: 'Bearer nonsense' })).status).toBe(401);
    expect((await ann.get('/admin/v1/session', as('analyst'))).status).toBe(401);
  });

  it.each([
    ['idle for half an hour', `used_at = now() - interval '1801 seconds'`],
    ['twelve hours old', `expires_at = now()`],
  ])('ends when it is %s', async (_title, change) => {
    const browser = await signedIn();
    const id = `id_sha256 = sha256('${browser.cookies.get(SESSION_COOKIE)}'::bytea)`;
    expect((await browser.get('/admin/v1/session')).status).toBe(200);
    await t.testDatabase.admin(`UPDATE console_session SET ${change} WHERE ${id}`);
    expect((await browser.get('/admin/v1/session')).status).toBe(401);
  });

  it('ends with sign-out, on the server', async () => {
    const browser = await signedIn();
    const cookie = browser.cookies.get(SESSION_COOKIE)!;
    const out = await browser.send('DELETE', '/admin/v1/session');
    expect(out.status).toBe(204);
    expect(out.setCookies[0]).toMatch(/^__Host-pvg-session=; .*Max-Age=0/);
    browser.cookies.set(SESSION_COOKIE, cookie);
    expect((await browser.get('/admin/v1/session')).status).toBe(401);
  });

  it('of a key has the key’s scopes and ends with the key', async () => {
    const made = await t.call('/admin/v1/api-keys', {
      as: 'admin',
      body: { principalId: 'admin', scopes: ['policy:*'] },
    });
    const { browser, answer } = await signIn({ key: made.json.key });
    expect(answer.json).toMatchObject({ method: 'key', principal: { id: 'admin', kind: 'service' }, password: false });
    expect(answer.json.permissions).toContain('policy:Read');
    expect(answer.json.permissions).not.toContain('audit:Read');
    expect((await browser.get('/admin/v1/audit')).status).toBe(403);
    expect((await browser.get('/admin/v1/policies')).status).toBe(200);
    await t.call(`/admin/v1/api-keys/${made.json.prefix}`, { as: 'admin', method: 'DELETE' });
    expect((await browser.get('/admin/v1/policies')).status).toBe(401);
  });

  it('ends with the person’s right to sign in', async () => {
    const lists = { roles: ['support'], purposes: ['*'], collections: ['*'] };
    await t.call('/admin/v1/principals', { as: 'admin', body: { id: 'bob', kind: 'user', ...lists } });
    const { json } = await t.call('/admin/v1/principals/bob/invitation', { as: 'admin', body: {} });
    const bob = new ConsoleBrowser(t.url);
    await bob.send('POST', '/admin/v1/invitation', { token: json.token, password });
    expect((await bob.get('/admin/v1/session')).status).toBe(200);
    expect((await bob.send('POST', '/admin/v1/principals/ann/invitation', {})).status).toBe(403);
    expect((await t.call('/admin/v1/principals/bob/sign-in', { as: 'admin', method: 'DELETE' })).status).toBe(204);
    expect((await bob.get('/admin/v1/session')).status).toBe(401);
    expect((await signIn({ name: 'bob', password })).answer.status).toBe(401);
  });
});

describe('a second factor', () => {
  /** The seeded policy, and that nobody reads the audit log without a second factor. */
  const document = {
    ...SEED_POLICY,
    statements: [
      ...SEED_POLICY.statements,
      {
        sid: 'AuditNeedsSecondFactor',
        effect: 'deny',
        principal: { kind: 'user' },
        action: ['audit:Read'],
        resource: '*',
        condition: { Bool: { 'ctx.mfa': false } },
      },
    ],
  };

  it('decides where a policy asks for it, and the refusal says that it would help', async () => {
    const browser = await signedIn();
    await t.testDatabase.admin(
      'WITH changed AS (UPDATE policy_version SET document = $1) UPDATE policy_revision SET revision = revision + 1',
      [JSON.stringify(document)],
    );
    await new Promise((resolve) => setTimeout(resolve, 600));
    const refused = await browser.get('/admin/v1/audit');
    expect(refused.json).toMatchObject({ status: 403, code: 'policy.denied', facts: { stepUp: 'mfa' } });
    const view = (await browser.get('/admin/v1/session')).json;
    expect(view.conditionalPermissions).toContain('audit:Read');
    expect(view.permissions).not.toContain('audit:Read');

    const begun = await browser.send('POST', '/admin/v1/session/totp', {});
    expect(begun.status).toBe(201);
    const secret = new Secret<string>(begun.json.secret);
    const codeAt = (offset: number) => totpCode(secret, totpStep(new Date()) + offset);
    expect((await browser.send('PUT', '/admin/v1/session/totp', { code: '000000' })).status).toBe(401);
    const before = browser.cookies.get(SESSION_COOKIE);
    const confirmed = await browser.send('PUT', '/admin/v1/session/totp', { code: codeAt(-1) });
    expect(confirmed.json).toMatchObject({ mfa: true, secondFactor: true });
    expect(browser.cookies.get(SESSION_COOKIE)).not.toBe(before);
    expect((await browser.get('/admin/v1/audit')).status).toBe(200);

    const again = await signIn();
    expect(again.answer.json).toMatchObject({ status: 401, code: 'identity.mfa_required' });
    const full = await signIn({ name: 'ann', password, code: codeAt(0) });
    expect(full.answer.json).toMatchObject({ mfa: true });
    expect((await signIn({ name: 'ann', password, code: codeAt(0) })).answer.status).toBe(401);

    await t.testDatabase.admin(`UPDATE console_session SET authenticated_at = now() - interval '11 minutes'`);
    const late = await full.browser.send('DELETE', '/admin/v1/session/totp');
    expect(late.json).toMatchObject({ status: 403, code: 'identity.reauthentication_required' });
    const bare = await full.browser.send('POST', '/admin/v1/session/step-up', { password });
    expect(bare.json).toMatchObject({ code: 'identity.mfa_required' });
    expect((await full.browser.send('POST', '/admin/v1/session/step-up', { code: codeAt(1) })).status).toBe(200);
    expect((await full.browser.send('DELETE', '/admin/v1/session/totp')).status).toBe(204);
    const rows = await t.testDatabase.admin('SELECT local_sign_in::text AS row FROM local_sign_in');
    expect(JSON.stringify(rows)).not.toContain(secret.reveal());
  });

  it('is asked for again by a password where no app is set up, and a new password ends the other sessions', async () => {
    const [browser, other] = [await signedIn(), await signedIn()];
    await t.testDatabase.admin(`UPDATE console_session SET authenticated_at = now() - interval '11 minutes'`);
    const change = () => browser.send('PUT', '/admin/v1/session/password', { password: 'another horse battery' });
    expect((await change()).json.code).toBe('identity.reauthentication_required');
    expect((await browser.send('POST', '/admin/v1/session/step-up', { password: 'wrong' })).status).toBe(401);
    expect((await browser.send('POST', '/admin/v1/session/step-up', { password })).json).toMatchObject({ mfa: false });
    const weak = await browser.send('PUT', '/admin/v1/session/password', { password: 'short' });
    expect(weak.json).toMatchObject({ status: 400, pointer: '/password' });
    expect((await change()).status).toBe(200);
    expect((await browser.get('/admin/v1/session')).status).toBe(200);
    expect((await other.get('/admin/v1/session')).status).toBe(401);
    expect((await signIn()).answer.status).toBe(401);
    expect((await signIn({ name: 'ann', password: 'another horse battery' })).answer.status).toBe(200);
  });
});

describe('sign-in at an OpenID provider', () => {
  const start = '/admin/v1/sign-in/oidc/corp';

  async function through(path: string) {
    const browser = new ConsoleBrowser(t.url);
    const begun = await browser.get(path);
    expect(begun.status).toBe(302);
    expect(begun.setCookies[0]).toMatch(/^__Host-pvg-login=[\w-]{43}; .*HttpOnly/);
    const back = await new TestBrowser().browse(new URL(begun.headers.get('location')!), `${t.url}${start}/callback`);
    return { browser, back: back.pathname + back.search };
  }

  it('opens a session for a person without rights, who gets them by a claim rule, with the proof that the provider gave', async () => {
    const { browser, back } = await through(`${start}?returnTo=${encodeURIComponent('/audit?from=2026-12-01')}`);
    const came = await browser.get(back, { 'sec-fetch-site': 'cross-site' });
    expect([came.status, came.headers.get('location')]).toEqual([302, '/audit?from=2026-12-01']);
    const session = (await browser.get('/admin/v1/session')).json;
    expect(session).toMatchObject({
      principal: { id: 'corp:jane', roles: [] },
      method: 'oidc',
      mfa: true,
      password: false,
    });
    const group = { roles: ['admin'], parents: [], purposes: ['*'], collections: ['*'] };
    await t.call('/admin/v1/groups/care', { as: 'admin', method: 'PUT', body: group });
    const rule = { issuer: 'corp', claim: 'groups', value: 'CareTeam', groups: ['care'] };
    await t.call('/admin/v1/claim-rules', { as: 'admin', method: 'PUT', body: rule });
    const second = await through(start);
    await second.browser.get(second.back);
    expect((await second.browser.get('/admin/v1/session')).json.principal.roles).toEqual(['admin']);
    expect((await second.browser.get('/admin/v1/policies')).status).toBe(200);
  });

  it('leads to no other site, whatever is asked for', async () => {
    for (const evil of ['https://evil.test', '//evil.test', '/\\evil.test']) {
      const { browser, back } = await through(`${start}?returnTo=${encodeURIComponent(evil)}`);
      expect((await browser.get(back)).headers.get('location')).toBe('/console');
    }
  });

  it('is refused in another browser, twice, and for an unknown provider, and says so on the sign-in page', async () => {
    const { browser, back } = await through(start);
    const foreign = await new ConsoleBrowser(t.url).get(back);
    expect(foreign.headers.get('location')).toMatch(/^\/console\?error=identity\.invalid_credentials&requestId=\w/);
    expect(foreign.setCookies).toEqual([]);
    const login = browser.cookies.get('__Host-pvg-login')!;
    await browser.get(back);
    browser.cookies.set('__Host-pvg-login', login);
    expect((await browser.get(back)).headers.get('location')).toContain('error=');
    expect((await browser.get('/admin/v1/sign-in/oidc/nowhere')).status).toBe(404);
  });
});

describe('the audit log', () => {
  it('tells who came in, how, and who was refused, and holds no secret', async () => {
    await signIn({ name: 'my password by mistake', password });
    const rows = await t.testDatabase.admin<{ row: string }>('SELECT audit_event::text AS row FROM audit_event');
    const text = rows.map(({ row }) => row).join('\n');
    for (const action of [
      'session.opened',
      'sign_in.refused',
      'session.closed',
      'session.stepped_up',
      'second_factor.set_up',
    ])
      expect(text).toContain(action);
    for (const secret of [password, 'horse', 'my=20password', ...ann.cookies.values(), ann.csrfToken!])
      expect(text).not.toContain(secret);
  });
});
