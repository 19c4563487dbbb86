import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportJWK, type JWTPayload, SignJWT } from 'jose';
import { FixedClock, Secret } from '#lib/kernel';
import { createTestDatabase, type TestDatabase } from '../../database/src/testing/test-database.js';
import { delegatedPrincipal } from './delegation.js';
import { JwtAuthenticator, type JwtIssuer } from './jwt-authenticator.js';

const good = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
const now = new Date('2026-12-01T09:00:00Z');
const seconds = now.getTime() / 1_000;
const issuer: JwtIssuer = {
  name: 'corp',
  tenantId: 'acme',
  issuer: 'https://idp.test',
  audience: 'pvg',
  jwksUrl: 'https://idp.test/jwks',
  attributes: { department: 'dept', risk: 'risk' },
};

let test: TestDatabase;
let fetches = 0;
let failing = false;
let elapsed = 0;
const jwks = async () => {
  fetches += 1;
  if (failing) throw new TypeError('fetch failed');
  return Response.json({ keys: [{ ...(await exportJWK(good.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] });
};
const authenticator = () =>
  new JwtAuthenticator(test.database, [issuer], jwks, { clock: new FixedClock(now), elapsedMs: () => elapsed });
let jwts: JwtAuthenticator;

beforeAll(async () => {
  test = await createTestDatabase({ tenants: ['acme'] });
  jwts = authenticator();
  await test.admin(`INSERT INTO principal_group (tenant_id, id, roles, parents, purposes, collections) VALUES
    ('acme', 'care', '{support}', '{staff}', '{case-handling}', '{customers}'),
    ('acme', 'staff', '{user}', '{care}', '{}', '{}')`);
  await test.admin(`INSERT INTO claim_rule (tenant_id, issuer, claim, value, groups) VALUES
    ('acme', 'corp', 'groups', 'CareTeam', '{care}'), ('acme', 'corp', 'realm_access.roles', 'x', '{admins}'),
    ('acme', 'elsewhere', 'groups', 'Other', '{admins}')`);
});
afterAll(() => test.close());

const base: JWTPayload = { iss: issuer.issuer, aud: 'pvg', sub: 'u1', exp: seconds + 300, iat: seconds };
function sign(claims: JWTPayload = {}, key: KeyObject = good.privateKey, header: object = {}): Promise<string> {
  const merged = Object.fromEntries(Object.entries({ ...base, ...claims }).filter(([, value]) => value !== undefined));
  return new SignJWT(merged).setProtectedHeader({ alg: 'RS256', kid: 'k1', ...header }).sign(key);
}
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const authenticate = (token: string) => jwts.authenticate(new Secret(token));
const refused = { code: 'identity.invalid_credentials' };

describe('a JWT of a configured issuer', () => {
  it('becomes a principal whose roles come from groups, through parents and around their cycle', async () => {
    expect(await authenticate(await sign({ groups: ['CareTeam', 'Other'], dept: 'Care' }))).toEqual({
      tenantId: 'acme',
      id: 'corp:u1',
      kind: 'user',
      roles: ['support', 'user'],
      groups: ['care', 'staff'],
      purposes: ['case-handling'],
      collections: ['customers'],
      attributes: { department: 'Care' },
      mfa: false,
    });
  });

  it.each([
    ['says so', { amr: ['pwd', 'mfa'] }, true],
    ['names one factor only', { amr: ['pwd', 'otp'] }, false],
    ['says it in words', { amr: 'no mfa here' }, false],
    ['says true', { mfa: true, amr: [true] }, false],
    ['says nothing', {}, false],
  ])('has proved a second factor only if it %s', async (_title, claims, mfa) => {
    expect((await authenticate(await sign(claims))).mfa).toBe(mfa);
  });

  it('gets nothing from claims that name a role, purpose, tenant or group outright, or hold a value within a text', async () => {
    const claims = { roles: ['admin'], role: 'admin', purposes: ['*'], tenantId: 'other', groups: 'CareTeam, Other' };
    const principal = await authenticate(await sign({ ...claims, realm_access: [{ roles: 'x' }], risk: 9 }));
    expect(principal).toMatchObject({ tenantId: 'acme', roles: [], groups: [], purposes: [], attributes: {} });
  });

  it('adds what a principal stored under its id holds, and is refused when that one is disabled', async () => {
    await test.admin(
      `INSERT INTO principal (tenant_id, id, kind, roles) VALUES ('acme', 'corp:u2', 'user', '{analyst}')`,
    );
    expect((await authenticate(await sign({ sub: 'u2' }))).roles).toEqual(['analyst']);
    await test.admin(`UPDATE principal SET state = 'disabled' WHERE id = 'corp:u2'`);
    await expect(authenticate(await sign({ sub: 'u2' }))).rejects.toMatchObject(refused);
  });
});

describe('a hostile JWT is refused', () => {
  it.each([
    ['of a wrong audience', { aud: 'elsewhere' }],
    ['of another issuer', { iss: 'https://evil.test' }],
    ['that has expired', { exp: seconds - 31 }],
    ['that never expires', { exp: undefined }],
    ['not valid yet', { nbf: seconds + 31 }],
    ['issued in the future', { iat: seconds + 31 }],
    ['without a subject', { sub: undefined }],
    ['with a control character in the subject', { sub: 'a\u0000b' }],
    ['of enormous size', { pad: 'x'.repeat(10_000) }],
  ])('%s', async (_title, claims) => {
    await expect(authenticate(await sign(claims))).rejects.toMatchObject(refused);
  });

  it('within the clock skew it is not', async () => {
    await expect(authenticate(await sign({ exp: seconds - 29, iat: seconds + 29 }))).resolves.toBeDefined();
  });

  it('signed with another key, with none, with the public key as a shared secret, or with a key of its own', async () => {
    const hs = `${encode({ alg: 'HS256', kid: 'k1' })}.${encode(base)}`;
    const pem = good.publicKey.export({ type: 'spki', format: 'pem' });
    const forged = [
      await sign({}, other.privateKey),
      `${encode({ alg: 'none' })}.${encode(base)}.`,
      `${encode({ alg: 'NONE', kid: 'k1' })}.${encode(base)}.x`,
      `${hs}.${createHmac('sha256', pem).update(hs).digest('base64url')}`,
      await sign({}, other.privateKey, { jwk: await exportJWK(other.publicKey) }),
      await sign({}, other.privateKey, { jku: 'https://evil.test/jwks' }),
      await sign({}, good.privateKey, { alg: 'RS512' }),
      (await sign()).replace(/\.[^.]+\./, `.${encode({ ...base, sub: 'admin' })}.`),
      'a.b.c',
      '..',
      '',
    ];
    for (const token of forged) await expect(authenticate(token)).rejects.toMatchObject(refused);
  });

  it('and a flood of unknown keys fetches the key set once per cool-down, also while the provider fails', async () => {
    const mine = authenticator();
    const flood = async () => {
      const tokens = await Promise.all(
        Array.from({ length: 50 }, (_, index) => sign({}, other.privateKey, { kid: `unknown-${index}` })),
      );
      return Promise.allSettled(tokens.map((token) => mine.authenticate(new Secret(token))));
    };
    fetches = 0;
    elapsed += 60_000;
    for (const one of await flood()) expect(one.status).toBe('rejected');
    expect(fetches).toBe(1);
    await expect(mine.authenticate(new Secret(await sign()))).resolves.toBeDefined();
    failing = true;
    const fresh = authenticator();
    await expect(fresh.authenticate(new Secret(await sign()))).rejects.toMatchObject({ code: 'identity.unavailable' });
    await expect(fresh.authenticate(new Secret(await sign()))).rejects.toMatchObject({ code: 'identity.unavailable' });
    expect(fetches).toBe(2);
    failing = false;
    elapsed += 31_000;
    await expect(fresh.authenticate(new Secret(await sign()))).resolves.toBeDefined();
  });
});

it('an issuer can’t be configured with a shared-secret algorithm, no audience or an hour of skew', () => {
  for (const change of [{ algorithms: ['HS256'] }, { audience: '' }, { clockSkewSeconds: 3_600 }, { name: 'Corp!' }]) {
    expect(() => new JwtAuthenticator(test.database, [{ ...issuer, ...change } as never], jwks)).toThrow(
      expect.objectContaining({ code: 'config.invalid' }),
    );
  }
});

describe('delegation', () => {
  const user = { tenantId: 'acme', id: 'corp:u1', kind: 'user' as const, roles: [], groups: [] };
  const grants = { purposes: ['*'], collections: ['*'], attributes: {} };
  const app = { ...user, ...grants, id: 'app', kind: 'service' as const };

  it('makes the user the principal and the application the actor', () => {
    expect(delegatedPrincipal({ ...user, ...grants }, app)).toMatchObject({ id: 'corp:u1', actor: { id: 'app' } });
  });

  it.each([[{ tenantId: 'other' }], [{ kind: 'user' as const }], [{ actor: app }]])(
    'is refused for an application with %j',
    (change) => {
      expect(() => delegatedPrincipal({ ...user, ...grants }, { ...app, ...change })).toThrow(
        expect.objectContaining(refused),
      );
    },
  );
});
