import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FixedClock, type Principal, Secret } from '#lib/kernel';
import { PolicyAuthority, PolicyStore, seedPolicies } from '#lib/policy';
import { createTestDatabase, type TestDatabase } from '../../database/src/testing/test-database.js';
import { ApiKeys } from './api-keys.js';
import { LocalSignIn, type SecretSealer } from './local-sign-in.js';
import { checkPassword, hashPassword, verifyPassword } from './password-hash.js';
import { seedIdentity } from './seed-identity.js';
import { SetupTokens } from './setup-tokens.js';
import { SignInInvitations } from './sign-in-invitations.js';
import { newTotpSecret, stepOfCode, totpCode, totpStep, totpUri } from './totp.js';
import { WaysIn } from './ways-in.js';

const cost = { log2N: 10, r: 8, p: 1 };
const password = new Secret('correct horse battery');
const refused = { code: 'identity.invalid_credentials' };
const clock = new FixedClock(new Date('2026-12-01T12:00:00Z'));
let test: TestDatabase;
let store: PolicyStore;
let keys: ApiKeys;
let local: LocalSignIn;
let invitations: SignInInvitations;
let admin: Principal;

/** Seals by naming: the gateway's own is the keyring's. */
const sealer: SecretSealer = {
  seal: async (_tenantId, label, secret) => `${label}|${[...secret.reveal()].reverse().join('')}`,
  unseal: async (_tenantId, label, sealed) => new Secret([...sealed.slice(label.length + 1)].reverse().join('')),
};

beforeAll(async () => {
  test = await createTestDatabase({ tenants: ['acme'] });
  store = await PolicyStore.open(test.database);
  keys = await ApiKeys.open(test.database);
  await seedPolicies(test.database, 'acme');
  admin = await keys.authenticate((await seedIdentity(test.database, 'acme'))!.admin);
  const authority = new PolicyAuthority(store);
  local = new LocalSignIn(test.database, sealer, { clock, cost });
  invitations = new SignInInvitations(test.database, authority, new WaysIn(test.database, authority), cost);
  await test.admin(
    `INSERT INTO principal (tenant_id, id, kind, roles, state) VALUES ('acme', 'ann', 'user', '{support}', 'active'),
       ('acme', 'bob', 'user', '{}', 'active'), ('acme', 'gone', 'user', '{}', 'disabled')`,
  );
}, 120_000);
afterAll(async () => {
  await keys.close();
  await store.close();
  await test.close();
});

describe('a password', () => {
  it('is stored as a salted scrypt hash that differs each time and fits no other', async () => {
    const [one, two] = [await hashPassword(password, cost), await hashPassword(password, cost)];
    expect(one).toMatch(/^\$scrypt\$ln=10,r=8,p=1\$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword(password, one, cost)).toBe(true);
    expect(await verifyPassword(new Secret('correct horse batterx'), one, cost)).toBe(false);
    expect(await verifyPassword(password, null, cost)).toBe(false);
    expect(await verifyPassword(password, '$scrypt$ln=10,r=8,p=1$$', cost)).toBe(false);
  });

  it('is the same in composed and decomposed spelling', async () => {
    const hash = await hashPassword(new Secret('Zürich am Morgen'.normalize('NFC')), cost);
    expect(await verifyPassword(new Secret('Zürich am Morgen'.normalize('NFD')), hash, cost)).toBe(true);
  });

  it.each(['short', 'aaaaaaaaaaaaaaaa', 'password12345678', 'ann-and-nobody-else', 'x'.repeat(300)])(
    'is refused when weak, without being quoted',
    (weak) => {
      let thrown: unknown;
      try {
        checkPassword(new Secret(weak), ['ann']);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toMatchObject({ code: 'request.invalid', pointer: '/password' });
      expect(String(thrown)).not.toContain(weak);
    },
  );
});

describe('a code of an authenticator app', () => {
  // RFC 6238 appendix B, SHA-1; the last six of its eight digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at second %i is %s', (second, code) => {
    const secret = new Secret('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(totpCode(secret, totpStep(new Date(second * 1_000)))).toBe(code);
  });

  it('counts a step early and late, and no more', () => {
    const secret = newTotpSecret();
    const step = totpStep(clock.now());
    const taken = [-2, -1, 0, 1, 2].map(
      (off) => stepOfCode(secret, totpCode(secret, step + off), clock.now()) !== null,
    );
    expect(taken).toEqual([false, true, true, true, false]);
  });

  it('comes from a secret of 160 bits that the app reads from a URI', () => {
    const secret = newTotpSecret();
    expect(secret.reveal()).toMatch(/^[A-Z2-7]{32}$/);
    expect(totpUri(secret, 'jane@acme').reveal()).toBe(
      `otpauth://totp/pvg:jane%40acme?secret=${secret.reveal()}&issuer=pvg&algorithm=SHA1&digits=6&period=30`,
    );
  });
});

describe('sign-in by name and password', () => {
  const signIn = (name: string, given = password, code?: string) =>
    local.authenticate('acme', { name, password: given, ...(code !== undefined && { code }) });

  it('makes the principal that is stored, with its roles', async () => {
    await local.setPassword('acme', 'ann', password);
    expect(await signIn('ann')).toMatchObject({ tenantId: 'acme', id: 'ann', roles: ['support'], mfa: false });
  });

  it('is refused alike for a wrong password, an unknown name, one without a password, a disabled one and another tenant', async () => {
    await test.admin(`INSERT INTO local_sign_in (tenant_id, principal_id, password_hash) VALUES ('acme', 'gone', $1)`, [
      await hashPassword(password, cost),
    ]);
    const tries = [
      signIn('ann', new Secret('wrong horse battery')),
      signIn('nobody'),
      signIn('bob'),
      signIn('gone'),
      local.authenticate('other', { name: 'ann', password }),
    ];
    const errors = await Promise.all(tries.map((one) => one.catch((error: Error) => error.message)));
    expect(new Set(errors).size).toBe(1);
    expect(errors[0]).toContain(refused.code);
  });

  it('gives a password to stored people only, never to a service', async () => {
    for (const id of ['admin', 'gone', 'nobody'])
      await expect(local.setPassword('acme', id, password)).rejects.toMatchObject({ code: 'resource.not_found' });
  });

  it('asks for a code once an app is set up, takes each code once, and then says that a second factor was proved', async () => {
    const { secret } = await local.beginTotp('acme', 'ann');
    const code = () => totpCode(secret, totpStep(clock.now()));
    expect(await signIn('ann')).toMatchObject({ mfa: false });
    await expect(local.confirmTotp('acme', 'ann', '000000')).rejects.toMatchObject(refused);
    await local.confirmTotp('acme', 'ann', code());
    await expect(signIn('ann')).rejects.toMatchObject({ code: 'identity.mfa_required' });
    await expect(signIn('ann', new Secret('wrong horse battery'))).rejects.toMatchObject(refused);
    await expect(signIn('ann', password, code())).rejects.toMatchObject(refused);
    clock.advance(30_000);
    const results = await Promise.allSettled([signIn('ann', password, code()), signIn('ann', password, code())]);
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    expect(results.find((one) => one.status === 'fulfilled')?.value).toMatchObject({ mfa: true });
    await expect(local.beginTotp('acme', 'ann')).rejects.toMatchObject({ code: 'resource.conflict' });
    clock.advance(30_000);
    await expect(local.prove('acme', 'ann', { password })).rejects.toMatchObject({ code: 'identity.mfa_required' });
    expect(await local.prove('acme', 'ann', { code: code() })).toBe(true);
    await local.removeTotp('acme', 'ann');
    expect(await local.prove('acme', 'ann', { password })).toBe(false);
    await expect(local.prove('acme', 'ann', {})).rejects.toMatchObject(refused);
  });
});

describe('an invitation', () => {
  it('lets its person choose a password, once', async () => {
    const { token } = await invitations.create(admin, 'bob');
    await expect(invitations.redeem(token, new Secret('weak'))).rejects.toMatchObject({ code: 'request.invalid' });
    const tries = await Promise.allSettled([invitations.redeem(token, password), invitations.redeem(token, password)]);
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    expect(await local.authenticate('acme', { name: 'bob', password })).toMatchObject({ id: 'bob' });
    await expect(invitations.redeem(token, password)).rejects.toMatchObject(refused);
  });

  it('ends with the next one, with its time, and is none for a service, a disabled or an unknown principal', async () => {
    const first = await invitations.create(admin, 'bob');
    const second = await invitations.create(admin, 'bob');
    await expect(invitations.redeem(first.token, password)).rejects.toMatchObject(refused);
    await test.admin(`UPDATE sign_in_invitation SET expires_at = now() - interval '1 second'`);
    await expect(invitations.redeem(second.token, password)).rejects.toMatchObject(refused);
    await expect(invitations.redeem(new Secret('acme.x'), password)).rejects.toMatchObject(refused);
    for (const id of ['admin', 'gone', 'nobody'])
      await expect(invitations.create(admin, id)).rejects.toMatchObject({ code: 'resource.not_found' });
  });

  it('is no way to become somebody with more rights', async () => {
    await test.admin(
      `INSERT INTO principal (tenant_id, id, kind, roles, purposes, collections)
       VALUES ('acme', 'chief', 'user', '{admin}', '{*}', '{*}')`,
    );
    const clerk = { ...admin, id: 'clerk', roles: ['support'], purposes: [], collections: [] };
    await expect(invitations.create(clerk, 'chief')).rejects.toMatchObject({ code: 'policy.denied' });
    await expect(invitations.remove(clerk, 'chief')).rejects.toMatchObject({ code: 'policy.denied' });
  });

  it('and password are taken away again', async () => {
    await invitations.create(admin, 'bob');
    await invitations.remove(admin, 'bob');
    await expect(local.authenticate('acme', { name: 'bob', password })).rejects.toMatchObject(refused);
    expect(await local.means('acme', 'bob')).toEqual({ password: false, secondFactor: false });
  });
});

describe('the first administrator with a password', () => {
  it('signs in with it, has no key, and a weak one costs him nothing', async () => {
    const setup = new SetupTokens(test.database, new PolicyAuthority(store), cost);
    const token = (await setup.issue('fresh'))!;
    await expect(setup.redeem('fresh', token, { id: 'root', password: new Secret('weak') })).rejects.toMatchObject({
      code: 'request.invalid',
    });
    const made = await setup.redeem('fresh', token, { id: 'root', password });
    expect(made).toMatchObject({ principal: { id: 'root', roles: ['admin'] }, key: null });
    expect(await local.authenticate('fresh', { name: 'root', password })).toMatchObject({ roles: ['admin'] });
    expect(await keys.list('fresh')).toEqual([]);
  });
});
