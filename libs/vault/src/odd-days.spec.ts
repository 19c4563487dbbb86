import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { tokenBodyFrom, type VaultToken, vaultToken } from '#lib/kernel';
import { COLLECTION_SCOPE, openTestVault, type TestVault, tokenOf } from './testing/open-test-vault.js';
import { newToken } from './values/tokenize.js';
import { Vault } from './vault.js';

const DAY_MS = 86_400_000;

describe('a vault on an odd day', () => {
  let t: TestVault;
  beforeAll(async () => {
    t = await openTestVault();
  });
  afterAll(() => t.close());
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each([
    ['years ahead', 4_000 * DAY_MS],
    ['years behind', -4_000 * DAY_MS],
  ])('whose own clock jumps %s ends nothing early and nothing late', async (_, jumpMs) => {
    const expiring = (value: string, inMs: number) => ({
      type: 'PERSON',
      value,
      expiresAt: new Date(Date.now() + inMs),
    });
    const results = await t.vault.tokenize(COLLECTION_SCOPE, [
      expiring('Long', 30 * DAY_MS),
      expiring('Gone', -1_000),
      { type: 'PERSON', value: `Forever ${jumpMs}` },
    ]);
    const [long, gone, forever] = results.map((result) => (result as { token: VaultToken }).token);
    const real = Date.now;
    jest.spyOn(Date, 'now').mockImplementation(() => real() + jumpMs);
    const revealed = await t.vault.reveal('acme', [long!, gone!, forever!]);
    expect([...revealed.keys()].sort()).toEqual([long!, forever!].sort());
    expect(await tokenOf(t.vault, 'PERSON', `Forever ${jumpMs}`)).toBe(forever);
    await t.vault.retain('acme');
    expect((await t.vault.describe('acme', [long!, gone!])).has(long!)).toBe(true);
    expect(t.keyring.cachedKeyCount).toBeGreaterThan(0);
  });

  it('whose random tokens collide starts the batch again, and gives no token twice', async () => {
    const taken = await tokenOf(t.vault, 'PERSON', 'First');
    const drawn: VaultToken[] = [taken, taken];
    let draws = 0;
    const vault = new Vault(t.keyring, t.collections, t.ledger, (type) => {
      draws += 1;
      return drawn.shift() ?? newToken(type);
    });
    const results = await vault.tokenize(COLLECTION_SCOPE, [
      { type: 'PERSON', value: 'Second' },
      { type: 'PERSON', value: 'Third' },
    ]);
    const tokens = results.map((result) => (result as { token: VaultToken }).token);
    expect(draws).toBe(4);
    expect(new Set([taken, ...tokens]).size).toBe(3);
    expect((await vault.reveal('acme', [taken, ...tokens])).size).toBe(3);
  });

  it('whose random source is stuck says that it is busy, and keeps nothing by halves', async () => {
    const stuck = vaultToken('PERSON', tokenBodyFrom(new Uint8Array([5, 5, 5, 5, 5])));
    const vault = new Vault(t.keyring, t.collections, t.ledger, () => stuck);
    expect((await vault.tokenize(COLLECTION_SCOPE, [{ type: 'PERSON', value: 'Stuck One' }]))[0]?.ok).toBe(true);
    await expect(vault.tokenize(COLLECTION_SCOPE, [{ type: 'PERSON', value: 'Stuck Two' }])).rejects.toMatchObject({
      code: 'vault.unavailable',
    });
    const rows = await t.test.admin('SELECT 1 FROM blind_index WHERE token = $1', [stuck]);
    expect(rows).toHaveLength(1);
  }, 30_000);
});

describe('a collection', () => {
  let t: TestVault;
  beforeAll(async () => {
    t = await openTestVault();
  });
  afterAll(() => t.close());
  const scope = { ...COLLECTION_SCOPE, collectionId: 'old' };

  it('that is archived takes no values and gives back those it has', async () => {
    await t.collections.put('acme', 'old', {});
    const token = await tokenOf(t.vault, 'PERSON', 'Kept', scope);
    await t.collections.put('acme', 'old', { archived: true });
    await expect(tokenOf(t.vault, 'PERSON', 'New', scope)).rejects.toMatchObject({ code: 'resource.conflict' });
    expect((await t.vault.reveal('acme', [token])).get(token)?.reveal()).toBe('Kept');
  });

  it('is removed when it is empty and not before, and takes no value after, in any process', async () => {
    await t.collections.put('acme', 'old', {});
    const peer = await t.openPeer();
    const token = await tokenOf(peer.vault, 'PERSON', 'Kept', scope);
    await expect(t.collections.remove('acme', 'old')).rejects.toMatchObject({
      code: 'resource.conflict',
      facts: { values: 1 },
    });
    await t.vault.delete('acme', [token]);
    await t.collections.remove('acme', 'old');
    for (const vault of [t.vault, peer.vault]) {
      await expect(tokenOf(vault, 'PERSON', 'Late', scope)).rejects.toMatchObject({
        code: expect.stringMatching(/^(resource\.not_found|vault\.unavailable)$/),
      });
    }
    expect(
      await t.test.admin(`SELECT FROM vault_value WHERE collection_id = 'old' AND ciphertext IS NOT NULL`),
    ).toEqual([]);
    await expect(t.collections.remove('acme', 'default')).rejects.toMatchObject({ code: 'resource.conflict' });
    await expect(t.collections.remove('acme', 'old')).rejects.toMatchObject({ code: 'resource.not_found' });
    await peer.close();
  });
});
