import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { VaultToken } from '#lib/kernel';
import { COLLECTION_SCOPE, openTestVault, type TestVault, tokenOf } from './testing/open-test-vault.js';

describe('a vault whose rows were changed behind its back', () => {
  let t: TestVault;
  beforeAll(async () => {
    t = await openTestVault();
  });
  afterAll(() => t.close());

  async function refused(token: VaultToken, tenantId = 'acme') {
    const error = await t.vault.reveal(tenantId, [token]).then(
      () => undefined,
      (thrown: unknown) => thrown as { code: string },
    );
    expect(error).toMatchObject({ code: 'vault.integrity' });
    expect(JSON.stringify(error)).not.toContain('Mallory');
  }

  it('refuses a ciphertext with any one byte flipped', async () => {
    const token = await tokenOf(t.vault, 'PERSON', 'Mallory Byte');
    const [row] = await t.test.admin<{ ciphertext: Buffer }>('SELECT ciphertext FROM vault_value WHERE token = $1', [
      token,
    ]);
    for (let at = 0; at < row!.ciphertext.length; at += 1) {
      const flipped = Buffer.from(row!.ciphertext);
      flipped[at]! ^= 1 << (at % 8);
      await t.test.admin('UPDATE vault_value SET ciphertext = $2 WHERE token = $1', [token, flipped]);
      await refused(token);
    }
  });

  it('refuses a ciphertext that was cut short at any place', async () => {
    const token = await tokenOf(t.vault, 'PERSON', 'Mallory Short');
    const [row] = await t.test.admin<{ ciphertext: Buffer }>('SELECT ciphertext FROM vault_value WHERE token = $1', [
      token,
    ]);
    for (const length of [0, 1, 12, 13, 28, 29, row!.ciphertext.length - 1]) {
      const cut = row!.ciphertext.subarray(0, length);
      await t.test.admin('UPDATE vault_value SET ciphertext = $2 WHERE token = $1', [token, cut]);
      await refused(token);
    }
  });

  it('refuses a row moved to another token, and one whose collection or type was changed', async () => {
    const one = await tokenOf(t.vault, 'PERSON', 'Mallory One');
    const two = await tokenOf(t.vault, 'PERSON', 'Mallory Two');
    await t.test.admin(
      'UPDATE vault_value v SET ciphertext = o.ciphertext FROM vault_value o WHERE v.token = $1 AND o.token = $2',
      [one, two],
    );
    await refused(one);
    expect((await t.vault.reveal('acme', [two])).size).toBe(1);
    await t.test.admin(`UPDATE vault_value SET collection_id = 'other' WHERE token = $1`, [two]);
    await refused(two);
    const three = await tokenOf(t.vault, 'PERSON', 'Mallory Three');
    await t.test.admin(`UPDATE vault_value SET info_type = 'EMAIL' WHERE token = $1`, [three]);
    await refused(three);
  });

  it("refuses another tenant's row, even with its keys moved along", async () => {
    const theirs = await tokenOf(t.vault, 'PERSON', 'Mallory Tenant', { ...COLLECTION_SCOPE, tenantId: 'globex' });
    await tokenOf(t.vault, 'PERSON', 'Somebody');
    await t.test.admin(`UPDATE vault_value SET tenant_id = 'acme' WHERE token = $1`, [theirs]);
    await refused(theirs);
    await t.test.admin(`UPDATE data_key_wrap SET tenant_id = 'acme' WHERE tenant_id = 'globex'`);
    await t.test.admin(`UPDATE data_key SET tenant_id = 'acme', scope = 'stolen' WHERE tenant_id = 'globex'`);
    const peer = await t.openPeer();
    await expect(peer.vault.reveal('acme', [theirs])).rejects.toMatchObject({ code: 'vault.integrity' });
    await peer.close();
  });

  it('gives nothing of a batch in which one row was changed', async () => {
    const good = await tokenOf(t.vault, 'PERSON', 'Good Neighbour');
    const bad = await tokenOf(t.vault, 'PERSON', 'Mallory Batch');
    await t.test.admin(`UPDATE vault_value SET ciphertext = ciphertext || '\\x00' WHERE token = $1`, [bad]);
    await expect(t.vault.reveal('acme', [good, bad])).rejects.toMatchObject({
      code: 'vault.integrity',
      facts: { tokens: [bad] },
    });
  });
});
