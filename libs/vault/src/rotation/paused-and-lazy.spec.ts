import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Secret, type VaultToken } from '#lib/kernel';
import { type RotationKind, SealedSecrets } from '#lib/keyring';
import { COLLECTION_SCOPE, openTestVault, plainOf, type TestVault } from '../testing/open-test-vault.js';
import { KeyRotations } from './key-rotations.js';

const VALUES = 1_200;

describe('a rotation', () => {
  let t: TestVault;
  let rotations: KeyRotations;
  const tokens: VaultToken[] = [];

  beforeAll(async () => {
    t = await openTestVault();
    rotations = new KeyRotations(t.keyring);
    const results = await t.vault.tokenize(
      COLLECTION_SCOPE,
      Array.from({ length: VALUES }, (_, index) => ({ type: 'PERSON', value: `Person ${index}` })),
    );
    for (const result of results) if (result.ok) tokens.push(result.token);
  });
  afterAll(() => t.close());

  const underRetiring = async () =>
    (
      await t.test.admin<{ token: string }>(
        `SELECT v.token FROM vault_value v JOIN data_key k ON k.id = v.data_key_id WHERE k.state = 'retiring'`,
      )
    ).map(({ token }) => token);

  it.each<RotationKind>(['kek', 'data', 'index', 'search'])(
    'of kind %s does nothing while it is paused',
    async (kind) => {
      const begun = await rotations.begin('acme', kind);
      const paused = await rotations.pause('acme', begun.id);
      expect(paused.state).toBe('paused');
      const still = await rotations.run('acme', begun);
      expect([still.state, still.rowsDone, still.resumeAfter]).toEqual(['paused', 0, '']);
      expect(await rotations.resume('acme')).toEqual([]);
      if (kind !== 'search')
        await expect(rotations.begin('acme', kind)).rejects.toMatchObject({ code: 'keyring.busy' });
      expect((await t.vault.reveal('acme', tokens)).size).toBe(VALUES);
      await t.vault.idle();
      const done = await rotations.run('acme', await rotations.unpause('acme', begun.id));
      expect(done.state).toBe('done');
      expect((await rotations.pause('acme', begun.id)).state).toBe('done');
      await expect(rotations.pause('acme', '00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({
        code: 'resource.not_found',
      });
    },
  );

  it('of data keys moves what is read and what is written again, before the job comes to it', async () => {
    const begun = await rotations.begin('acme', 'data');
    expect(await underRetiring()).toHaveLength(VALUES);
    const [read, written] = [tokens.slice(0, 20), tokens.slice(600, 610)];
    expect(plainOf(await t.vault.reveal('acme', read)).size).toBe(20);
    await t.vault.idle();
    await t.vault.tokenize(
      COLLECTION_SCOPE,
      written.map((_, index) => ({ type: 'PERSON', value: `Person ${600 + index}` })),
    );
    await t.vault.idle();
    const left = new Set(await underRetiring());
    expect([...read, ...written].filter((token) => left.has(token))).toEqual([]);
    expect(left.size).toBe(VALUES - 30);
    const done = await rotations.run('acme', begun);
    expect(done.rowsDone).toBe(VALUES - 30);
    expect(plainOf(await t.vault.reveal('acme', read)).get(read[3]!)).toBe('Person 3');
    expect(await underRetiring()).toEqual([]);
  });

  it('of the key-encryption key after a compromise leaves sealed secrets open and the old version destroyed', async () => {
    const sealed = new SealedSecrets(t.keyring);
    const text = await sealed.seal('acme', 'upstream/main', new Secret('credential'));
    const begun = await rotations.begin('acme', 'kek', 'compromise');
    await rotations.run('acme', begun);
    t.keyring.forget('');
    expect((await sealed.unseal('acme', 'upstream/main', text)).reveal()).toBe('credential');
    const { keks } = await rotations.status('acme');
    expect(keks.find(({ version }) => version === begun.fromVersion)?.state).toBe('destroyed');
    const wraps = await t.test.admin<{ kek_version: number }>(
      `SELECT w.kek_version FROM data_key_wrap w JOIN data_key k ON k.id = w.data_key_id WHERE k.scope = 'sealed'`,
    );
    expect(wraps.map((row) => row.kek_version)).toEqual([begun.toVersion]);
  });
});

describe('a way of searching that is declared later', () => {
  let t: TestVault;
  let rotations: KeyRotations;
  beforeAll(async () => {
    t = await openTestVault();
    rotations = new KeyRotations(t.keyring);
  });
  afterAll(() => t.close());

  it('finds what was stored before once the job is through, and nothing when it is no longer declared', async () => {
    const scope = { ...COLLECTION_SCOPE, collectionId: 'crm' };
    const place = { tenantId: 'acme', collectionId: 'crm', type: 'EMAIL' };
    await t.collections.put('acme', 'crm', {});
    await t.vault.tokenize(
      scope,
      Array.from({ length: 700 }, (_, index) => ({ type: 'EMAIL', value: `p${index}@d${index % 7}.test` })),
    );
    await t.vault.tokenize({ ...scope, consistency: { kind: 'conversation', id: 'c' } }, [
      { type: 'EMAIL', value: 'elsewhere@d1.test' },
    ]);
    const declare = (search: string[]) => t.collections.put('acme', 'crm', { types: { EMAIL: { search } } });
    await declare(['domain']);
    expect(await t.vault.search(place, { domain: 'd1.test' })).toEqual([]);
    const begun = await rotations.begin('acme', 'search');
    await rotations.step('acme', begun);
    await declare(['domain', 'prefix']);
    const again = await rotations.begin('acme', 'search');
    expect([again.id, again.rowsDone, again.resumeAfter]).toEqual([begun.id, 0, '']);
    expect((await rotations.run('acme', again)).state).toBe('done');
    expect(await t.vault.search(place, { domain: 'd1.test' })).toHaveLength(100);
    expect(await t.vault.search(place, { prefix: 'p123@' })).toHaveLength(1);
    const groups = await t.vault.groupBy(place, 'domain', { sizeMin: 5 });
    expect(groups).toHaveLength(7);
    const count = async () => (await t.test.admin(`SELECT FROM blind_index WHERE kind <> 'exact'`)).length;
    const rows = await count();
    await rotations.run('acme', await rotations.begin('acme', 'search'));
    expect(await count()).toBe(rows);
    await declare(['prefix']);
    await rotations.run('acme', await rotations.begin('acme', 'search'));
    expect(await t.test.admin(`SELECT FROM blind_index WHERE kind = 'domain'`)).toEqual([]);
  });

  it('counts groups right while an index rotation builds, switches and drops', async () => {
    const place = { tenantId: 'acme', collectionId: 'crm', type: 'EMAIL' };
    await t.collections.put('acme', 'crm', { types: { EMAIL: { search: ['domain'] } } });
    await rotations.run('acme', await rotations.begin('acme', 'search'));
    const peer = await t.openPeer();
    let current = await rotations.begin('acme', 'index');
    while (current.state === 'running') {
      for (const { vault } of [t, peer]) {
        const groups = await vault.groupBy(place, 'domain', { sizeMin: 2 });
        expect(groups.map(({ count }) => count)).toEqual(Array.from({ length: 7 }, () => 100));
      }
      current = await rotations.step('acme', current);
    }
    await peer.close();
  });
});
