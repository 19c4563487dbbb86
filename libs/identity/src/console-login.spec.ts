import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Principal, Secret } from '#lib/kernel';
import { PolicyAuthority, PolicyStore, seedPolicies } from '#lib/policy';
import { createTestDatabase, type TestDatabase } from '../../database/src/testing/test-database.js';
import { ApiKeys } from './api-keys.js';
import { ConsoleSessions } from './console-sessions.js';
import { type LoginWish, OidcLogin, ownPath } from './oidc-login.js';
import { RateLimits } from './rate-limits.js';
import { SetupTokens } from './setup-tokens.js';
import { startOpenIdProvider, TEST_CLIENT, TestBrowser, type TestProvider } from './testing/openid-provider.js';

let test: TestDatabase;
let provider: TestProvider;
let login: OidcLogin;
const redirectUrl = 'https://gateway.test/console/callback';
const refused = { code: 'identity.invalid_credentials' };

const browse = (start: URL) => new TestBrowser().browse(start, redirectUrl);

beforeAll(async () => {
  // The provider warns that it is set up for a test.
  for (const level of ['warn', 'info'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);
  test = await createTestDatabase({ tenants: ['acme'] });
  await test.admin(`INSERT INTO principal_group (tenant_id, id, roles) VALUES ('acme', 'care', '{support}')`);
  await test.admin(
    `INSERT INTO claim_rule (tenant_id, issuer, claim, value, groups) VALUES ('acme', 'corp', 'groups', 'CareTeam', '{care}')`,
  );
  provider = await startOpenIdProvider(redirectUrl);
  const { issuer } = provider;
  const client = { clientId: TEST_CLIENT.id, clientSecret: new Secret(TEST_CLIENT.secret) };
  const settings = { name: 'corp', tenantId: 'acme', issuer, redirectUrl, allowInsecureRequests: true, ...client };
  login = new OidcLogin(test.database, settings, fetch);
});
afterAll(async () => {
  await provider.close();
  await test.close();
});

describe('login at an OpenID provider', () => {
  it('makes a principal whose roles come from its groups', async () => {
    const { url, cookie } = await login.begin({ returnTo: '/policies?state=draft' });
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    const { principal, returnTo } = await login.finish(await browse(url), cookie);
    expect(returnTo).toBe('/policies?state=draft');
    expect(principal).toMatchObject({
      tenantId: 'acme',
      id: 'corp:jane',
      kind: 'user',
      roles: ['support'],
      mfa: true,
    });
  });

  it('is made anew for who is asked to prove himself again, however fresh the session at the provider', async () => {
    const browser = new TestBrowser();
    const at = async (wish: LoginWish) => {
      const { url, cookie } = await login.begin(wish);
      return login.finish(await browser.browse(url, redirectUrl), cookie);
    };
    await at({});
    const before = provider.loginCount();
    await at({});
    expect(provider.loginCount()).toBe(before);
    expect((await at({ reauthenticate: true })).principal.id).toBe('corp:jane');
    expect(provider.loginCount()).toBe(before + 1);
  });

  it('is refused in a browser that did not begin it, twice, without its cookie, and with a changed state or code', async () => {
    const victim = await login.begin();
    const attacker = await login.begin();
    const callback = await browse(attacker.url);
    await expect(login.finish(callback, victim.cookie)).rejects.toMatchObject(refused);
    await expect(login.finish(callback, undefined)).rejects.toMatchObject(refused);
    const good = await login.begin();
    const back = await browse(good.url);
    await login.finish(back, good.cookie);
    await expect(login.finish(back, good.cookie)).rejects.toMatchObject(refused);
    for (const name of ['state', 'code']) {
      const next = await login.begin();
      const changed = await browse(next.url);
      changed.searchParams.set(name, 'forged');
      await expect(login.finish(changed, next.cookie)).rejects.toMatchObject(refused);
    }
  });

  it('is unavailable, not open, when the provider does not answer', async () => {
    const broken = new OidcLogin(
      test.database,
      { name: 'corp', tenantId: 'acme', issuer: 'https://idp.test', clientId: 'c', redirectUrl },
      async () => {
        throw new TypeError('fetch failed');
      },
    );
    await expect(broken.begin()).rejects.toMatchObject({ code: 'identity.unavailable' });
  });
});

describe('where a login leads back to', () => {
  it.each(['/', '/policies', '/audit?actor=jane&from=2026-12-01#row-3'])('is a page of ours: %s', (path) => {
    expect(ownPath(path)).toBe(path);
  });

  it.each([
    undefined,
    '',
    'policies',
    'https://evil.test/',
    '//evil.test/',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    'javascript:alert(1)',
    `/${'a'.repeat(600)}`,
  ])('is never another site: %j', (path) => {
    expect(ownPath(path)).toBe('/');
  });
});

describe('a console session', () => {
  const principal: Principal = {
    tenantId: 'acme',
    id: 'corp:jane',
    kind: 'user',
    roles: ['support'],
    groups: [],
    purposes: [],
    collections: [],
    attributes: {},
  };
  const jane = { principal, method: 'oidc' as const };

  it('is known by its cookie alone, which is stored nowhere, and differs at each login', async () => {
    const sessions = new ConsoleSessions(test.database);
    const [one, two] = [await sessions.open(jane), await sessions.open(jane)];
    expect(one.cookie.reveal()).not.toBe(two.cookie.reveal());
    expect((await sessions.authenticate(one.cookie)).principal).toMatchObject({ id: 'corp:jane' });
    const rows = JSON.stringify(await test.admin('SELECT console_session::text AS row FROM console_session'));
    expect(rows).not.toContain(one.cookie.reveal());
    expect(rows).not.toContain(one.csrfToken.reveal());
    await expect(sessions.authenticate(new Secret('planted'))).rejects.toMatchObject(refused);
  });

  it('reads roles anew from the groups of its login: a group that loses a role takes it along', async () => {
    const sessions = new ConsoleSessions(test.database);
    const { cookie } = await sessions.open({ ...jane, principal: { ...principal, groups: ['care'] } });
    const roles = async () => (await sessions.authenticate(cookie)).principal.roles;
    expect(await roles()).toEqual(['support']);
    await test.admin(`UPDATE principal_group SET roles = '{}' WHERE id = 'care'`);
    expect(await roles()).toEqual([]);
    await test.admin(`UPDATE principal_group SET roles = '{support}' WHERE id = 'care'`);
  });

  it('takes changes only with its own CSRF token', async () => {
    const sessions = new ConsoleSessions(test.database);
    const [one, two] = [await sessions.open(jane), await sessions.open(jane)];
    const session = await sessions.authenticate(one.cookie);
    expect(session.verifyCsrf(one.csrfToken.reveal())).toBe(true);
    for (const wrong of [undefined, '', 'x', two.csrfToken.reveal(), one.cookie.reveal()])
      expect(session.verifyCsrf(wrong)).toBe(false);
  });

  it.each([
    ['idle too long', `used_at = now() - interval '31 minutes'`],
    ['open too long', `expires_at = now() - interval '1 second'`],
  ])('ends when it was %s', async (_title, change) => {
    const sessions = new ConsoleSessions(test.database);
    const { cookie } = await sessions.open(jane);
    await test.admin(`UPDATE console_session SET ${change}`);
    await expect(sessions.authenticate(cookie)).rejects.toMatchObject(refused);
  });

  it('ends with logout, and with its principal', async () => {
    const sessions = new ConsoleSessions(test.database);
    const [one, two, three] = [
      await sessions.open(jane),
      await sessions.open(jane),
      await sessions.open({ principal: { ...principal, id: 'corp:joe' }, method: 'oidc' }),
    ];
    const unknown = { principal: { ...principal, id: 'local' }, method: 'password' as const };
    await expect(sessions.open(unknown)).rejects.toMatchObject(refused);
    await sessions.close(one.cookie);
    await expect(sessions.authenticate(one.cookie)).rejects.toMatchObject(refused);
    await sessions.closeAll('acme', 'corp:jane');
    await expect(sessions.authenticate(two.cookie)).rejects.toMatchObject(refused);
    expect((await sessions.authenticate(three.cookie)).principal.id).toBe('corp:joe');
    await test.admin(
      `INSERT INTO principal (tenant_id, id, kind, state) VALUES ('acme', 'corp:joe', 'user', 'disabled')`,
    );
    await expect(sessions.authenticate(three.cookie)).rejects.toMatchObject(refused);
  });

  it('gets another name when more is proved; the old one is worth nothing', async () => {
    const sessions = new ConsoleSessions(test.database);
    const first = await sessions.open(jane);
    expect(first.principal.mfa).toBe(false);
    await test.admin(`UPDATE console_session SET authenticated_at = now() - interval '11 minutes'`);
    expect((await sessions.authenticate(first.cookie)).recent).toBe(false);
    const second = await sessions.renew(first.cookie, { mfa: true });
    expect(second).toMatchObject({ recent: true, principal: { mfa: true }, expiresAt: first.expiresAt });
    expect(second.csrfToken.reveal()).not.toBe(first.csrfToken.reveal());
    await expect(sessions.authenticate(first.cookie)).rejects.toMatchObject(refused);
    expect((await sessions.authenticate(second.cookie)).principal.mfa).toBe(true);
  });
});

describe('the setup token', () => {
  it('makes the first administrator once, and never a second', async () => {
    const store = await PolicyStore.open(test.database);
    const keys = await ApiKeys.open(test.database);
    const setup = new SetupTokens(test.database, new PolicyAuthority(store));
    const stale = (await setup.issue('fresh'))!;
    await seedPolicies(test.database, 'fresh');
    store.changed('fresh');
    const token = (await setup.issue('fresh'))!;
    const redeem = (given: Secret<string>) => setup.redeem('fresh', given, { id: 'root' });
    await expect(redeem(stale)).rejects.toMatchObject(refused);
    await expect(redeem(new Secret('pvgsetup_x'))).rejects.toMatchObject(refused);
    const results = await Promise.allSettled([redeem(token), redeem(token), redeem(token)]);
    const made = results.filter((one) => one.status === 'fulfilled');
    expect(made).toHaveLength(1);
    expect(await keys.authenticate(made[0]!.value.key!)).toMatchObject({ id: 'root', roles: ['admin'] });
    expect(await setup.issue('fresh')).toBeNull();
    await expect(redeem(token)).rejects.toMatchObject(refused);
    await keys.close();
    await store.close();
  });
});

describe('rate limits', () => {
  const limits = () => new RateLimits(test.database, { 'vault:Search': { countMax: 5, windowSeconds: 2 } });

  it('hold for a principal and action over all replicas together', async () => {
    const [a, b] = [limits(), limits()];
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => (index % 2 ? a : b).take('acme', 'ann', 'vault:Search')),
    );
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(5);
    await expect(a.take('acme', 'ann', 'vault:Search')).rejects.toMatchObject({
      code: 'request.rate_limited',
      facts: { action: 'vault:Search', retryAfterMs: expect.any(Number) },
    });
    await a.take('acme', 'bob', 'vault:Search');
    await a.take('acme', 'ann', 'gateway:Invoke', 1_000);
  });

  it('count each value of a batch, refuse a batch whole, and open again after the window', async () => {
    const one = limits();
    await one.take('acme', 'eve', 'vault:Search', 4);
    await expect(one.take('acme', 'eve', 'vault:Search', 2)).rejects.toMatchObject({ code: 'request.rate_limited' });
    await one.take('acme', 'eve', 'vault:Search', 1);
    await expect(one.take('acme', 'new', 'vault:Search', 6)).rejects.toMatchObject({ code: 'request.rate_limited' });
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    await one.take('acme', 'eve', 'vault:Search', 5);
  });

  it('never let more through than a large limit, although processes count ahead', async () => {
    const large = () => new RateLimits(test.database, { 'vault:Join': { countMax: 3_000, windowSeconds: 600 } });
    const [a, b] = [large(), large()];
    let taken = 0;
    for (let round = 0; round < 800; round += 1) {
      const outcomes = await Promise.allSettled([
        a.take('acme', 'zoe', 'vault:Join', 4),
        b.take('acme', 'zoe', 'vault:Join', 1),
      ]);
      taken += (outcomes[0]!.status === 'fulfilled' ? 4 : 0) + (outcomes[1]!.status === 'fulfilled' ? 1 : 0);
      if (outcomes.every(({ status }) => status === 'rejected')) break;
    }
    expect(taken).toBeLessThanOrEqual(3_000);
    expect(taken).toBeGreaterThanOrEqual(3_000 - 2 * 3 - 4);
  });

  it('ask the database for few of the uses of a large limit, and for each of a small one', async () => {
    let statements = 0;
    const watched = {
      tenantStatement: (...args: Parameters<typeof test.database.tenantStatement>) => {
        statements += 1;
        return test.database.tenantStatement(...args);
      },
    } as unknown as typeof test.database;
    const large = new RateLimits(watched, { 'vault:Join': { countMax: 300_000, windowSeconds: 600 } });
    for (let round = 0; round < 120; round += 1) await large.take('acme', 'yve', 'vault:Join', 5);
    expect(statements).toBeLessThanOrEqual(3);
    statements = 0;
    const small = new RateLimits(watched, { 'vault:Search': { countMax: 999, windowSeconds: 600 } });
    for (let round = 0; round < 10; round += 1) await small.take('acme', 'yve', 'vault:Search');
    expect(statements).toBe(10);
  });

  it('make no use after its window of what was counted ahead in it', async () => {
    let statements = 0;
    const ending = {
      tenantStatement: async () => {
        statements += 1;
        return { rows: [{ window_left_ms: 0 }], rowCount: 1 };
      },
    } as unknown as typeof test.database;
    const limited = new RateLimits(ending, { 'vault:Join': { countMax: 300_000, windowSeconds: 60 } });
    for (let round = 0; round < 5; round += 1) await limited.take('acme', 'xan', 'vault:Join');
    expect(statements).toBe(5);
  });
});
