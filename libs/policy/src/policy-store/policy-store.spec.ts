import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '#lib/database';
import { Secret } from '#lib/kernel';
import { createTestDatabase, type TestDatabase } from '../../../database/src/testing/test-database.js';
import { policyOf, principalWith, requestWith } from '../testing/requests.js';
import { PolicyStore } from './policy-store.js';
import { SEED_POLICY_ID, seedPolicies } from './seed-policies.js';

let test: TestDatabase;
let store: PolicyStore;
beforeAll(async () => {
  test = await createTestDatabase({ tenants: ['acme', 'other'] });
  store = await PolicyStore.open(test.database);
});
afterAll(async () => {
  await store.close();
  await test.close();
});

const seeMasked = policyOf({
  sid: 'Masked',
  effect: 'allow',
  principal: '*',
  action: ['vault:Reveal'],
  resource: '*',
  reveal: 'masked',
});
const replaceDocument = (database: Database, document: unknown, tenantId = 'acme') =>
  database.withTenant(tenantId, (client) =>
    client.query('UPDATE policy_version SET document = $1 WHERE policy_id = $2', [
      JSON.stringify(document),
      SEED_POLICY_ID,
    ]),
  );
const levelIn = async (one: PolicyStore, tenantId = 'acme') =>
  (await one.snapshot(tenantId)).decide(
    requestWith({ principal: { tenantId, roles: ['support'] }, resource: { tenantId } }),
  ).level;
const until = async (check: () => Promise<boolean>, withinMs: number) => {
  const started = performance.now();
  while (!(await check())) {
    if (performance.now() - started > withinMs) throw new Error(`not within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

describe('the policies of a tenant', () => {
  it('are none before the seed: every action is refused, every value is a token', async () => {
    const snapshot = await store.snapshot('acme');
    expect(snapshot.decide(requestWith({ action: 'gateway:Invoke' })).allowed).toBe(false);
    expect(snapshot.decide(requestWith()).level).toBe('token');
  });

  it('are seeded once, and the very next answer of every replica follows', async () => {
    const replica = await PolicyStore.open(test.database);
    expect(await levelIn(replica)).toBe('token');
    expect(await seedPolicies(test.database, 'acme')).toBe(true);
    expect(await seedPolicies(test.database, 'acme')).toBe(false);
    await until(async () => (await levelIn(replica)) === 'masked' && (await levelIn(store)) === 'masked', 1_000);
    await replica.close();
  });

  it('of another tenant are not among them', async () => {
    expect(await levelIn(store, 'other')).toBe('token');
  });

  it('change within a second on a replica that hears no notifications', async () => {
    const deaf = {
      listen: async () => async () => {},
      tenantStatement: test.database.tenantStatement.bind(test.database),
    };
    const replica = await PolicyStore.open(deaf as unknown as Database);
    expect(await levelIn(replica)).toBe('masked');
    await replaceDocument(test.database, policyOf());
    await until(async () => (await levelIn(replica)) === 'token', 1_000);
  });

  it('keep one snapshot until they change, and its hash names the document', async () => {
    await replaceDocument(test.database, seeMasked);
    await until(async () => (await levelIn(store)) === 'masked', 1_000);
    const before = await store.snapshot('acme');
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(await store.snapshot('acme')).toBe(before);
    expect(before.hash).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('a replica that can’t know its policies are fresh', () => {
  it('refuses when the database does not answer, and recovers with it', async () => {
    let down = false;
    const flaky = {
      listen: test.database.listen.bind(test.database),
      tenantStatement: (tenantId: string, statement: never) =>
        down ? Promise.reject(new Error('connect ECONNREFUSED')) : test.database.tenantStatement(tenantId, statement),
    };
    const replica = await PolicyStore.open(flaky as unknown as Database, { freshForMs: 20 });
    expect(await levelIn(replica)).toBe('masked');
    down = true;
    await new Promise((resolve) => setTimeout(resolve, 30));
    await expect(replica.snapshot('acme')).rejects.toMatchObject({ code: 'policy.unavailable' });
    down = false;
    expect(await levelIn(replica)).toBe('masked');
    await replica.close();
  });

  it('refuses a stored document that fails the checks', async () => {
    const smuggled = JSON.parse(JSON.stringify(seeMasked));
    smuggled.statements[0].condition = { $or: [{ 'ctx.mfa': true }] };
    await replaceDocument(test.database, smuggled);
    store.changed('acme');
    await expect(store.snapshot('acme')).rejects.toMatchObject({ code: 'policy.unavailable' });
    await replaceDocument(test.database, seeMasked);
    store.changed('acme');
    expect(await levelIn(store)).toBe('masked');
  });

  it('does not keep what a read began to fetch before a change was announced', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    let slow = true;
    const slowed = {
      listen: async () => async () => {},
      tenantStatement: async (tenantId: string, statement: never) => {
        const rows = await test.database.tenantStatement(tenantId, statement);
        if (slow) await gate;
        return rows;
      },
    };
    const replica = await PolicyStore.open(slowed as unknown as Database);
    const early = levelIn(replica);
    await new Promise((resolve) => setTimeout(resolve, 50));
    slow = false;
    await replaceDocument(test.database, policyOf());
    replica.changed('acme');
    expect(await levelIn(replica)).toBe('token');
    release();
    await early;
    expect(await levelIn(replica)).toBe('token');
    await replaceDocument(test.database, seeMasked);
  });
});

describe('a process of its own database handle', () => {
  it('hears of a change made through another handle', async () => {
    const second = await Database.open({ url: new Secret(test.url), migrate: false });
    const replica = await PolicyStore.open(second);
    store.changed('acme');
    expect(await levelIn(replica)).toBe('masked');
    await replaceDocument(test.database, policyOf());
    await until(async () => (await levelIn(replica)) === 'token', 1_000);
    await replica.close();
    await second.close();
  });
});

it('a principal of one tenant is refused by the policies of another', async () => {
  const snapshot = await store.snapshot('acme');
  const foreign = requestWith({ principal: principalWith({ tenantId: 'other' }) });
  expect(snapshot.decide(foreign).decidedBy).toEqual(['pvg:OtherTenant']);
});
