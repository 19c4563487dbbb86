import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UpstreamInput } from '#lib/config';
import { Secret } from '#lib/kernel';
import { EnvironmentKms, Keyring, SealedSecrets } from '#lib/keyring';
import { createTestDatabase, type TestDatabase } from '../../../database/src/testing/test-database.js';
import { UpstreamStore } from './upstream-store.js';

let test: TestDatabase;
let sealed: SealedSecrets;
let store: UpstreamStore;
let replica: UpstreamStore;

beforeAll(async () => {
  test = await createTestDatabase({ tenants: ['acme', 'globex'] });
  const kms = new EnvironmentKms(new Secret(randomBytes(64).toString('base64')));
  sealed = new SealedSecrets(await Keyring.open({ database: test.database, kms }));
  store = await UpstreamStore.open(test.database, sealed);
  replica = await UpstreamStore.open(test.database, sealed);
}, 60_000);

afterAll(async () => {
  await store.close();
  await replica.close();
  await test.close();
});

const settings = (name: string, change: object = {}) =>
  UpstreamInput.parse({ name, baseUrl: 'https://models.example/v1', ...change });
const KEY = 'sesame-credential';
const key = () => new Secret(KEY);
const heard = async (until: () => Promise<boolean>) => {
  for (let tries = 0; tries < 200 && !(await until()); tries += 1) await new Promise((done) => setTimeout(done, 10));
};

describe('upstreams of a tenant', () => {
  it('keep their credential sealed: no row, no rendering of it holds the text', async () => {
    const created = await store.create('acme', settings('sealed'), key());
    expect(created.config.apiKey?.reveal()).toBe(KEY);
    const { rows } = await test.database.withTenant('acme', (c) => c.query('SELECT * FROM upstream'));
    expect(JSON.stringify(rows) + inspect(created, { depth: 9 }) + JSON.stringify(created)).not.toContain('sesame');
  });

  it('are seen on other replicas as they change, and by no other tenant', async () => {
    await replica.list('acme');
    const { etag } = await store.create('acme', settings('shared'));
    await heard(async () => (await replica.list('acme')).some(({ config }) => config.name === 'shared'));
    expect((await replica.get('acme', 'shared')).etag).toBe(etag);
    await expect(replica.get('globex', 'shared')).rejects.toMatchObject({ code: 'resource.not_found' });
    await store.remove('acme', 'shared', etag);
    await heard(async () => !(await replica.list('acme')).some(({ config }) => config.name === 'shared'));
    await expect(replica.get('acme', 'shared')).rejects.toMatchObject({ code: 'resource.not_found' });
  });

  it('change only for whoever has read what is there', async () => {
    const { etag } = await store.create('acme', settings('tagged'));
    const changed = await store.change('acme', etag, settings('tagged', { region: 'eu' }));
    expect([changed.config.region, changed.etag === etag]).toEqual(['eu', false]);
    await expect(store.change('acme', etag, settings('tagged'))).rejects.toMatchObject({ code: 'precondition.failed' });
    await expect(store.remove('acme', 'tagged', 'x')).rejects.toMatchObject({ code: 'precondition.failed' });
    await expect(store.create('acme', settings('tagged'))).rejects.toMatchObject({ code: 'resource.conflict' });
  });

  it.each([
    ['another origin', { baseUrl: 'https://elsewhere.example/v1' }],
    ['another port', { baseUrl: 'https://models.example:8443/v1' }],
    ['another API', { api: 'anthropic' }],
  ])('lose their credential when they move to %s, so that it is not given away', async (_, change) => {
    const name = `moves-${randomBytes(3).toString('hex')}`;
    const { etag } = await store.create('acme', settings(name), key());
    const kept = await store.change('acme', etag, settings(name, { models: ['m'] }));
    expect([kept.credential, kept.config.apiKey?.reveal()]).toEqual(['set', KEY]);
    const moved = await store.change('acme', kept.etag, settings(name, change));
    expect([moved.credential, moved.config.apiKey]).toEqual(['none', undefined]);
  });

  it('never get a credential that was copied from another upstream or moved by hand in the table', async () => {
    await store.create('acme', settings('victim'), key());
    await store.create('acme', settings('copy', { baseUrl: 'https://elsewhere.example' }));
    await test.database.withTenant('acme', (c) =>
      c.query(
        `UPDATE upstream SET credential = (SELECT credential FROM upstream WHERE name = 'victim'), etag = etag + 1 WHERE name = 'copy'`,
      ),
    );
    const again = await UpstreamStore.open(test.database, sealed);
    const copy = await again.get('acme', 'copy');
    expect([copy.credential, copy.config.apiKey]).toEqual(['unreadable', undefined]);
    await again.close();
  });

  it('take another credential, and then none', async () => {
    await store.create('acme', settings('rotated'), key());
    const rotated = await store.setCredential('acme', 'rotated', new Secret('next'));
    expect(rotated.config.apiKey?.reveal()).toBe('next');
    expect((await store.setCredential('acme', 'rotated', null)).credential).toBe('none');
  });

  it('stay the same object while they do not change, and are another when deleted and made again', async () => {
    const one = await store.create('acme', settings('same'));
    await store.create('acme', settings('another'));
    expect((await store.get('acme', 'same')).config).toBe(one.config);
    await store.remove('acme', 'same', one.etag);
    const two = await store.create('acme', settings('same', { region: 'eu' }));
    expect(two.config.region).toBe('eu');
  });
});
