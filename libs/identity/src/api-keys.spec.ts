import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, type Statement } from '#lib/database';
import { Secret } from '#lib/kernel';
import { createTestDatabase, type TestDatabase } from '../../database/src/testing/test-database.js';
import { ApiKeys } from './api-keys.js';
import { type SeededKeys, seedIdentity } from './seed-identity.js';

let test: TestDatabase;
let keys: ApiKeys;
let seeded: SeededKeys;
beforeAll(async () => {
  test = await createTestDatabase({ tenants: ['other'] });
  keys = await ApiKeys.open(test.database);
  seeded = (await seedIdentity(test.database, 'acme'))!;
  await seedIdentity(test.database, 'other');
});
afterAll(async () => {
  await keys.close();
  await test.close();
});

const prefixOf = (key: Secret<string>) => key.reveal().split('_')[1]!;
const refused = { code: 'identity.invalid_credentials' };
const settle = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a seeded tenant', () => {
  it('has one principal and key for each role, with any purpose and collection', async () => {
    for (const role of ['admin', 'user', 'support', 'analyst'] as const) {
      expect(await keys.authenticate(seeded[role])).toEqual({
        tenantId: 'acme',
        id: role,
        kind: 'service',
        roles: [role],
        groups: [],
        purposes: ['*'],
        collections: ['*'],
        attributes: {},
      });
    }
  });

  it('is seeded once, also when two replicas start at once', async () => {
    expect(await seedIdentity(test.database, 'acme')).toBeNull();
    const both = await Promise.all([seedIdentity(test.database, 'twins'), seedIdentity(test.database, 'twins')]);
    expect(both.filter((one) => one !== null)).toHaveLength(1);
  });

  it('renews its keys on demand, and the old ones stop working', async () => {
    const before = (await seedIdentity(test.database, 'renewed'))!;
    await keys.authenticate(before.user);
    const after = (await seedIdentity(test.database, 'renewed', { renew: true }))!;
    expect((await keys.authenticate(after.user)).tenantId).toBe('renewed');
    // Announced by the database, within a second.
    for (let tries = 0; tries < 50; tries += 1) {
      const known = await keys.authenticate(before.user).catch(() => null);
      if (known === null) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await expect(keys.authenticate(before.user)).rejects.toMatchObject(refused);
  });
});

describe('a presented key', () => {
  it('is of the form pvg_<prefix>_<secret> with 256 bits of secret, and never prints', async () => {
    const text = seeded.user.reveal();
    expect(text).toMatch(/^pvg_[a-z0-9]{12}_[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(text.slice(17), 'base64url')).toHaveLength(32);
    expect(`${seeded.user} ${JSON.stringify(seeded)}`).not.toContain(text.slice(17));
  });

  it('is refused the same way when malformed, unknown, or of the right prefix and a wrong secret', async () => {
    const good = seeded.user.reveal();
    const flipped = good.slice(0, -1) + (good.endsWith('A') ? 'E' : 'A');
    const errors: unknown[] = [];
    for (const text of [
      '',
      'x',
      'pvg_',
      `${good} `,
      `${good}A`,
      good.toUpperCase(),
      `pvg_aaaaaaaaaaaa_${good.slice(17)}`,
      flipped,
    ]) {
      errors.push(await keys.authenticate(new Secret(text)).catch((error: unknown) => String(error)));
    }
    expect(new Set(errors)).toEqual(
      new Set(['DomainError: identity.invalid_credentials: The credentials are not valid.']),
    );
  });

  it('is stored nowhere: neither the key nor its secret is in any row', async () => {
    const rows = await test.admin('SELECT api_key::text AS row FROM api_key');
    const text = JSON.stringify(rows);
    for (const key of Object.values(seeded)) {
      expect(text).not.toContain(key.reveal().slice(17));
      expect(text).toContain(prefixOf(key));
    }
  });

  it('belongs to its own tenant only, even if two tenants hold the same prefix', async () => {
    const prefix = prefixOf(seeded.support);
    await test.admin(
      `INSERT INTO api_key (tenant_id, prefix, secret_sha256, principal_id, created_by)
       VALUES ('other', $1, sha256('x'), 'admin', 'test')`,
      [prefix],
    );
    expect((await keys.authenticate(seeded.support)).tenantId).toBe('acme');
  });

  it('shows a statement without a tenant no other key than those of the prefix it names, and nothing else', async () => {
    const asked = (text: string) =>
      test.database.keyPrefixStatement<{ prefix: string }>(prefixOf(seeded.user), { text });
    expect((await asked('SELECT prefix FROM api_key')).rows).toEqual([{ prefix: prefixOf(seeded.user) }]);
    expect((await asked(`UPDATE api_key SET name = 'stolen'`)).rowCount).toBe(0);
    expect((await asked('SELECT FROM principal')).rowCount).toBe(0);
    expect(
      (await test.database.tenantStatement('acme', { text: 'SELECT prefix FROM api_key' })).rowCount,
    ).toBeGreaterThan(1);
    expect((await test.database.keyPrefixStatement('none', { text: 'SELECT FROM api_key' })).rowCount).toBe(0);
  });

  it('shows a transaction without a tenant no other key than the one it names', async () => {
    const seen = await test.database.withoutTenant(async (client) => {
      await client.query(`SELECT set_config('app.api_key_prefix', $1, true)`, [prefixOf(seeded.user)]);
      const { rows } = await client.query<{ prefix: string }>('SELECT prefix FROM api_key');
      const { rowCount } = await client.query(`UPDATE api_key SET name = 'stolen'`);
      const principals = await client.query('SELECT FROM principal');
      return { prefixes: rows.map((row) => row.prefix), updated: rowCount, principals: principals.rowCount };
    });
    expect(seen).toEqual({ prefixes: [prefixOf(seeded.user)], updated: 0, principals: 0 });
    const none = await test.database.withoutTenant((client) => client.query('SELECT FROM api_key'));
    expect(none.rowCount).toBe(0);
  });
});

describe('the life of a key', () => {
  it('ends with its expiry, also while it is cached', async () => {
    const expiresAt = new Date(Date.now() + 400);
    const { key } = await keys.create('acme', { principalId: 'user', expiresAt, createdBy: 'test' });
    await keys.authenticate(key);
    await settle(450);
    await expect(keys.authenticate(key)).rejects.toMatchObject(refused);
    await expect(keys.create('acme', { principalId: 'user', expiresAt, createdBy: 'test' })).rejects.toMatchObject({
      code: 'request.invalid',
    });
  });

  it('ends with a revocation: the next call here, within a second on every replica, notified or not', async () => {
    const second = await Database.open({ url: new Secret(test.url), migrate: false });
    const replica = await ApiKeys.open(second);
    const deaf = await ApiKeys.open({
      listen: async () => async () => {},
      keyPrefixStatement: second.keyPrefixStatement.bind(second),
      tenantStatement: second.tenantStatement.bind(second),
    } as unknown as Database);
    const { key, record } = await keys.create('acme', { principalId: 'user', createdBy: 'test' });
    for (const one of [keys, replica, deaf]) await one.authenticate(key);
    await keys.revoke('acme', record.prefix);
    await expect(keys.authenticate(key)).rejects.toMatchObject(refused);
    const started = performance.now();
    for (const one of [replica, deaf]) {
      while (
        await one.authenticate(key).then(
          () => true,
          () => false,
        )
      )
        await settle(5);
    }
    expect(performance.now() - started).toBeLessThan(1_000);
    await keys.revoke('acme', record.prefix);
    await replica.close();
    await second.close();
  });

  it('goes on through a rotation for the overlap, and the successor has the same owner and scopes', async () => {
    const { key, record } = await keys.create('acme', { principalId: 'user', scopes: ['vault:*'], createdBy: 'test' });
    const next = await keys.rotate('acme', record.prefix, { overlapMs: 300, createdBy: 'test' });
    expect((await keys.authenticate(next.key)).scopes).toEqual(['vault:*']);
    expect((await keys.authenticate(key)).id).toBe('user');
    await settle(350);
    await expect(keys.authenticate(key)).rejects.toMatchObject(refused);
    expect((await keys.authenticate(next.key)).id).toBe('user');
    await expect(keys.rotate('acme', record.prefix, { overlapMs: 0, createdBy: 'test' })).rejects.toMatchObject({
      code: 'resource.not_found',
    });
  });

  it('ends when its principal is disabled or loses a role, within a second', async () => {
    const { key } = await keys.create('acme', { principalId: 'analyst', createdBy: 'test' });
    await keys.authenticate(key);
    const set = (state: string, roles: string) =>
      test.admin(`UPDATE principal SET state = $1, roles = $2 WHERE tenant_id = 'acme' AND id = 'analyst'`, [
        state,
        roles,
      ]);
    await set('active', '{}');
    await settle(600);
    expect((await keys.authenticate(key)).roles).toEqual([]);
    await set('disabled', '{}');
    await settle(600);
    await expect(keys.authenticate(key)).rejects.toMatchObject(refused);
    await set('active', '{analyst}');
  });

  it('is listed by prefix, scopes, expiry and last use, and by nothing that could be presented', async () => {
    const { key, record } = await keys.create('acme', { principalId: 'user', name: 'Mine', createdBy: 'ann' });
    await keys.authenticate(key);
    const listed = (await keys.list('acme')).find((one) => one.prefix === record.prefix)!;
    expect(listed).toMatchObject({ name: 'Mine', createdBy: 'ann', scopes: ['*'], revokedAt: null });
    expect(Date.now() - listed.lastUsedAt!.getTime()).toBeLessThan(60_000);
    expect(JSON.stringify(await keys.list('acme'))).not.toContain(key.reveal().slice(17));
    expect((await keys.list('other')).some((one) => one.prefix === record.prefix)).toBe(false);
  });

  it('does not begin for an unknown principal, or with scopes that are no action patterns', async () => {
    const create = (given: object) => keys.create('acme', { principalId: 'user', createdBy: 'test', ...given });
    await expect(create({ principalId: 'nobody' })).rejects.toMatchObject({ code: 'resource.not_found' });
    for (const scopes of [[], ['vault'], ['vault:*:x'], ['*', '$or']])
      await expect(create({ scopes })).rejects.toMatchObject({ code: 'request.invalid', pointer: '/scopes' });
    await expect(keys.revoke('other', prefixOf(seeded.user))).rejects.toMatchObject({ code: 'resource.not_found' });
  });
});

it('a key is read in two round trips, once for all who present it, and anew before what is known of it is too old', async () => {
  let statements = 0;
  const counted = <A extends unknown[], R>(work: (...args: A) => R) => {
    return (...args: A): R => {
      statements += 1;
      return work(...args);
    };
  };
  const { database } = test;
  const watched = {
    listen: async () => async () => {},
    keyPrefixStatement: counted(database.keyPrefixStatement.bind(database)),
    tenantStatement: counted(database.tenantStatement.bind(database)),
  };
  await keys.authenticate(seeded.admin);
  const replica = await ApiKeys.open(watched as unknown as Database, { freshForMs: 600_000 });
  await Promise.all(Array.from({ length: 20 }, () => replica.authenticate(seeded.admin)));
  await replica.authenticate(seeded.admin);
  expect(statements).toBe(2);
  await replica.close();
});

it('a database that does not answer authenticates nobody', async () => {
  let down = false;
  const flaky = {
    listen: async () => async () => {},
    tenantStatement: test.database.tenantStatement.bind(test.database),
    keyPrefixStatement: (prefix: string, statement: Statement) =>
      down
        ? Promise.reject(Object.assign(new Error('down'), { code: 'database.unavailable' }))
        : test.database.keyPrefixStatement(prefix, statement),
  };
  const replica = await ApiKeys.open(flaky as unknown as Database, { freshForMs: 20 });
  await replica.authenticate(seeded.user);
  down = true;
  await settle(30);
  await expect(replica.authenticate(seeded.user)).rejects.toMatchObject({ code: 'database.unavailable' });
});
