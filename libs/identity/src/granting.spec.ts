import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DomainError, type Principal } from '#lib/kernel';
import { POLICY_VERSION, PolicyAuthority, PolicyStore, SEED_POLICY, seedPolicies } from '#lib/policy';
import { createTestDatabase, type TestDatabase } from '../../database/src/testing/test-database.js';
import { AccessGrants } from './access-grants.js';
import { ApiKeys } from './api-keys.js';
import { KeyMinting } from './key-minting.js';
import { PrincipalRegistry } from './principal-registry.js';
import { seedIdentity } from './seed-identity.js';
import { WaysIn } from './ways-in.js';

let test: TestDatabase;
let store: PolicyStore;
let keys: ApiKeys;
let registry: PrincipalRegistry;
let grants: AccessGrants;
let minting: KeyMinting;
let admin: Principal;
let editor: Principal;

beforeAll(async () => {
  test = await createTestDatabase({ tenants: ['acme'] });
  store = await PolicyStore.open(test.database);
  keys = await ApiKeys.open(test.database);
  const authority = new PolicyAuthority(store);
  const changed = (tenantId: string) => keys.changed(tenantId);
  registry = new PrincipalRegistry(test.database, authority, changed);
  grants = new AccessGrants(test.database, authority, changed);
  minting = new KeyMinting(test.database, keys, authority);
  await seedPolicies(test.database, 'acme');
  const seeded = (await seedIdentity(test.database, 'acme'))!;
  admin = await keys.authenticate(seeded.admin);
  const extra = {
    version: POLICY_VERSION,
    statements: [
      {
        sid: 'EditorsEdit',
        effect: 'allow',
        principal: { role: 'policy-editor' },
        action: ['policy:Read', 'policy:Write', 'principal:Read', 'principal:Write', 'grant:*'],
        resource: '*',
      },
      {
        sid: 'SsnReaders',
        effect: 'allow',
        principal: { role: 'ssn-reader' },
        action: ['vault:Reveal'],
        resource: 'pvg:*:*/US_SSN',
        reveal: 'plain',
      },
    ],
  };
  const document = { ...SEED_POLICY, statements: [...SEED_POLICY.statements, ...extra.statements] };
  await test.admin('UPDATE policy_version SET document = $1', [JSON.stringify(document)]);
  await test.admin(`INSERT INTO role (tenant_id, id) VALUES ('acme', 'policy-editor'), ('acme', 'ssn-reader')`);
  store.changed('acme');
  const made = await registry.create(admin, { id: 'eva', kind: 'user', roles: ['policy-editor'], purposes: ['care'] });
  editor = { ...made, scopes: undefined } as Principal;
});
afterAll(async () => {
  await keys.close();
  await store.close();
  await test.close();
});

const refused = { code: 'policy.denied' };
const nothing = { purposes: [], collections: [] };
let count = 0;
const name = () => `p${++count}`;

describe('nobody hands out what he does not hold', () => {
  const paths: [string, () => Promise<unknown>][] = [
    ['by making a principal', () => registry.create(editor, { id: name(), kind: 'user', roles: ['ssn-reader'] })],
    [
      'by making a principal in a group',
      async () => {
        await registry.putGroup(admin, { id: 'ssn', roles: ['ssn-reader'], parents: [], ...nothing });
        return registry.create(editor, { id: name(), kind: 'user', groups: ['ssn'] });
      },
    ],
    [
      'by assigning a role',
      async () => {
        const one = await registry.create(editor, { id: name(), kind: 'user', roles: [] });
        return registry.update(editor, one, { roles: ['ssn-reader'] });
      },
    ],
    [
      'by assigning it the admin role',
      async () => {
        const one = await registry.create(editor, { id: name(), kind: 'user', roles: [] });
        return registry.update(editor, one, { roles: ['admin'] });
      },
    ],
    ['by assigning any purpose', () => registry.create(editor, { id: name(), kind: 'user', purposes: ['*'] })],
    [
      'by giving a group a role',
      () => registry.putGroup(editor, { id: 'g1', roles: ['ssn-reader'], parents: [], ...nothing }),
    ],
    [
      'by giving a group such a parent',
      () => registry.putGroup(editor, { id: 'g2', roles: [], parents: ['ssn'], ...nothing }),
    ],
    [
      'by mapping a claim to a group',
      () => registry.putClaimRule(editor, { issuer: 'corp', claim: 'g', value: 'x', groups: ['ssn'] }),
    ],
    [
      'by minting a key of another',
      async () => {
        await registry.create(admin, { id: 'reader', kind: 'service', roles: ['ssn-reader'] });
        return minting.create(editor, { principalId: 'reader' });
      },
    ],
    [
      'by rotating a key of another',
      async () => {
        const { record } = await minting.create(admin, { principalId: 'reader' });
        return minting.rotate(editor, record.prefix, { overlapMs: 0 });
      },
    ],
    [
      'by approving a grant',
      async () => {
        const grant = await grants.request(admin, {
          principalId: 'user',
          role: 'ssn-reader',
          reason: 'audit',
          durationSeconds: 60,
        });
        return grants.approve(editor, grant.id);
      },
    ],
  ];
  it.each(paths)('%s', async (_title, attempt) => {
    await expect(attempt()).rejects.toMatchObject(refused);
  });

  it('and what was refused left nothing behind', async () => {
    const ids = (await registry.groups('acme')).map((one) => one.id);
    expect(ids).toEqual(['ssn']);
    expect((await registry.list('acme')).filter((one) => one.id.startsWith('p') && one.roles.length > 0)).toEqual([]);
  });

  it('but what he holds he may', async () => {
    const made = await registry.create(editor, {
      id: name(),
      kind: 'user',
      roles: ['policy-editor'],
      purposes: ['care'],
    });
    expect(made.roles).toEqual(['policy-editor']);
  });

  it('and a scoped credential mints no wider one', async () => {
    const scoped = { ...admin, scopes: ['principal:*'] };
    await expect(minting.create({ ...editor, scopes: ['principal:*'] }, { principalId: 'eva' })).rejects.toMatchObject(
      refused,
    );
    await expect(minting.create(scoped, { principalId: 'eva', scopes: ['principal:Read'] })).resolves.toBeDefined();
  });
});

describe('a principal', () => {
  it('changes for whoever knows its present state, and never its own rights', async () => {
    const one = await registry.create(admin, { id: name(), kind: 'user', roles: ['analyst'] });
    const next = await registry.update(admin, one, { displayName: 'Ann' });
    await expect(registry.update(admin, one, { displayName: 'Bo' })).rejects.toMatchObject({
      code: 'precondition.failed',
    });
    expect(next).toMatchObject({ displayName: 'Ann', roles: ['analyst'] });
    const self = await registry.get('acme', 'admin');
    await expect(registry.update(admin, self, { roles: ['admin', 'user'] })).rejects.toMatchObject(refused);
    await expect(registry.create(admin, { id: one.id, kind: 'user' })).rejects.toMatchObject({
      code: 'resource.conflict',
    });
  });

  it('is refused with roles or ids that are not well formed', async () => {
    for (const change of [
      { roles: ['Admin!'] },
      { roles: ['*'] },
      { id: 'a\u0000' },
      { id: 'pvg:seed' },
      { purposes: ['a b'] },
    ]) {
      await expect(registry.create(admin, { id: name(), kind: 'user', ...change })).rejects.toMatchObject({
        code: 'request.invalid',
      });
    }
  });

  it('that is the last administrator stays one', async () => {
    const second = await registry.create(admin, {
      id: name(),
      kind: 'user',
      roles: ['admin'],
      purposes: ['*'],
      collections: ['*'],
    });
    const other = { ...admin, id: second.id };
    await keys.create('acme', { principalId: second.id, createdBy: 'test' });
    const first = await registry.get('acme', 'admin');
    const without = await registry.update(other, first, { roles: [] });
    const last = await registry.get('acme', second.id);
    const conflict = { code: 'policy.conflict' };
    await expect(registry.update(admin, last, { state: 'disabled' })).rejects.toMatchObject(conflict);
    await expect(registry.update(admin, last, { roles: ['user'] })).rejects.toMatchObject(conflict);
    await registry.update(other, without, { roles: ['admin'] });
    expect((await registry.update(admin, last, { state: 'disabled' })).state).toBe('disabled');
  });
});

describe('the last way in of the last administrator', () => {
  const conflict = { code: 'policy.conflict' };
  const own = async () => (await keys.list('acme', { principalId: 'admin' })).filter((one) => one.revokedAt === null);

  it('is kept: his last key is neither revoked nor replaced by one that soon ends', async () => {
    const [only, ...rest] = await own();
    expect(rest).toEqual([]);
    await expect(minting.revoke(admin, only!.prefix)).rejects.toMatchObject(conflict);
    const soon = { overlapMs: 0, expiresAt: new Date(Date.now() + 60_000) };
    await expect(minting.rotate(admin, only!.prefix, soon)).rejects.toMatchObject(conflict);
    expect(await own()).toHaveLength(1);
    const limited = await minting.create(admin, { principalId: 'admin', scopes: ['policy:Read'] });
    await expect(minting.revoke(admin, only!.prefix)).rejects.toMatchObject(conflict);
    await minting.revoke(admin, limited.record.prefix);
  });

  it('may go once there is another: a key, a password, an identity provider', async () => {
    const [only] = await own();
    const next = await minting.rotate(admin, only!.prefix, { overlapMs: 0 });
    await expect(keys.authenticate(next.key)).resolves.toMatchObject({ id: 'admin' });
    const prefix = next.record.prefix;
    await test.admin(
      `INSERT INTO local_sign_in (tenant_id, principal_id, password_hash) VALUES ('acme', 'admin', 'x')`,
    );
    const tried = new WaysIn(test.database, new PolicyAuthority(store));
    const revoking = (ways: WaysIn) =>
      ways.keepOne('acme', async (client) => {
        await keys.revokeWithin(client, prefix);
      });
    await revoking(tried);
    await test.admin('UPDATE api_key SET revoked_at = NULL WHERE prefix = $1', [prefix]);
    await test.admin('DELETE FROM local_sign_in');
    await expect(revoking(tried)).rejects.toMatchObject(conflict);
    await test.admin(
      `INSERT INTO principal_group (tenant_id, id, roles, purposes, collections) VALUES ('acme', 'heads', '{admin}', '{*}', '{*}')`,
    );
    await test.admin(
      `INSERT INTO claim_rule (tenant_id, issuer, claim, value, groups) VALUES ('acme', 'corp', 'groups', 'Heads', '{heads}')`,
    );
    await expect(revoking(tried)).rejects.toMatchObject(conflict);
    await revoking(new WaysIn(test.database, new PolicyAuthority(store), ['corp']));
    await test.admin('UPDATE api_key SET revoked_at = NULL WHERE prefix = $1', [prefix]);
    await test.admin(`DELETE FROM claim_rule`);
    await test.admin(`DELETE FROM principal_group WHERE id = 'heads'`);
    keys.changed('acme');
  });
});

describe('groups, roles and claim rules', () => {
  it('are listed and removed, and a group that the last administrator needs stays', async () => {
    await registry.putRole(admin, { id: 'auditor', description: 'Reads the log.' });
    expect((await registry.roles('acme')).map((one) => one.id)).toContain('auditor');
    await registry.putClaimRule(admin, { issuer: 'corp', claim: 'groups', value: 'Auditors', groups: ['auditors'] });
    const [rule] = await registry.claimRules('acme');
    expect(rule).toMatchObject({ issuer: 'corp', value: 'Auditors', groups: ['auditors'] });
    await registry.removeClaimRule(admin, rule!.id);
    await registry.putGroup(admin, { id: 'admins', roles: ['admin'], parents: [], ...nothing });
    const member = await registry.create(admin, {
      id: name(),
      kind: 'user',
      groups: ['admins'],
      purposes: ['*'],
      collections: ['*'],
    });
    const other = { ...admin, id: member.id };
    await keys.create('acme', { principalId: member.id, createdBy: 'test' });
    const first = await registry.get('acme', 'admin');
    const without = await registry.update(other, first, { roles: [] });
    await expect(registry.removeGroup(admin, 'admins')).rejects.toMatchObject({ code: 'policy.conflict' });
    await registry.update(other, without, { roles: ['admin'] });
    await registry.removeGroup(admin, 'admins');
    await expect(registry.removeGroup(admin, 'admins')).rejects.toMatchObject({ code: 'resource.not_found' });
  });
});

describe('a time-boxed grant', () => {
  const ask = (role = 'support') =>
    grants.request(admin, { principalId: 'analyst', role, reason: 'incident 12', durationSeconds: 60 });

  it('adds the role once another person approved, and ends by itself', async () => {
    const { key } = await keys.create('acme', { principalId: 'analyst', createdBy: 'test' });
    const grant = await ask();
    expect((await keys.authenticate(key)).roles).toEqual(['analyst']);
    await expect(grants.approve(admin, grant.id)).rejects.toMatchObject(refused);
    await expect(grants.approve({ ...admin, id: 'analyst' }, grant.id)).rejects.toMatchObject(refused);
    const active = await grants.approve({ ...admin, id: 'second-admin' }, grant.id);
    expect(active).toMatchObject({ state: 'active', decidedBy: 'second-admin' });
    expect((await keys.authenticate(key)).roles).toEqual(['analyst', 'support']);
    await test.admin(`UPDATE access_grant SET expires_at = now() - interval '1 second' WHERE id = $1`, [grant.id]);
    keys.changed('acme');
    expect((await keys.authenticate(key)).roles).toEqual(['analyst']);
    expect((await grants.list('acme')).find((one) => one.id === grant.id)?.state).toBe('expired');
  });

  it('never outranks a deny', async () => {
    const snapshot = await store.snapshot('acme');
    const granted = { ...admin, roles: ['admin', 'user', 'ssn-reader'] };
    const resource = { tenantId: 'acme', collectionId: 'customers', infoType: 'US_SSN' };
    const context = { now: new Date(), suppliedByCaller: true };
    const decision = snapshot.decide({ principal: granted, action: 'vault:Reveal', resource, context });
    expect(decision).toMatchObject({ level: 'token', decidedBy: ['NoValuesToAdmins'] });
  });

  it('ends when it is revoked, and is decided once', async () => {
    const grant = await ask();
    await grants.reject({ ...admin, id: 'second-admin' }, grant.id);
    await expect(grants.approve({ ...admin, id: 'second-admin' }, grant.id)).rejects.toBeInstanceOf(DomainError);
    const next = await grants.approve({ ...admin, id: 'second-admin' }, (await ask()).id);
    expect((await grants.revoke(admin, next.id)).state).toBe('revoked');
  });

  it('that nobody approved can’t be written as active past the rules', async () => {
    const grant = await ask();
    const forged = `UPDATE access_grant SET state = 'active', decided_by = requested_by, expires_at = now() WHERE id = $1`;
    await expect(test.admin(forged, [grant.id])).rejects.toThrow(/decided_by_another/);
  });

  it('in an emergency comes at once, for oneself, for an hour at most, and is marked', async () => {
    const user = { ...admin, id: 'user' };
    await expect(
      grants.breakGlass(user, { role: 'support', reason: 'outage', durationSeconds: 7_200 }),
    ).rejects.toMatchObject({ code: 'request.invalid' });
    await expect(grants.breakGlass(user, { role: 'support', reason: ' ', durationSeconds: 600 })).rejects.toMatchObject(
      {
        code: 'request.invalid',
      },
    );
    const grant = await grants.breakGlass(user, { role: 'support', reason: 'outage', durationSeconds: 600 });
    expect(grant).toMatchObject({ state: 'active', breakGlass: true, principalId: 'user' });
  });
});
