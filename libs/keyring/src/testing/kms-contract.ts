import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Kms } from '../kms/kms.js';

export interface KmsUnderTest {
  /** Opens the provider; every call holds the same roots. */
  open(): Promise<Kms>;
  /** Opens it with other roots. */
  openOther(): Promise<Kms>;
  close?(): Promise<void>;
}

/** What every provider promises, whatever guards its roots. */
export function kmsContract(name: string, make: () => Promise<KmsUnderTest>): void {
  describe(`the ${name} provider`, () => {
    let under: KmsUnderTest;
    let kms: Kms;
    const key = randomBytes(32);
    const aad = Buffer.from('place');

    beforeAll(async () => {
      under = await make();
      kms = await under.open();
    });
    afterAll(async () => {
      await kms.close();
      await under.close?.();
    });

    it('unwraps in another process what it wrapped', async () => {
      const wrapped = await kms.wrap('kek-1', key, aad);
      const other = await under.open();
      expect(await other.unwrap('kek-1', wrapped, aad)).toEqual(key);
      await other.close();
    });

    it('does not show the key in what it wrapped, and wraps differently each time', async () => {
      const [one, two] = [await kms.wrap('kek-1', key, aad), await kms.wrap('kek-1', key, aad)];
      expect(one.includes(key)).toBe(false);
      expect(one.equals(two)).toBe(false);
    });

    it('refuses what was changed, and what is unwrapped under another binding or slot', async () => {
      const wrapped = await kms.wrap('kek-1', key, aad);
      await kms.wrap('kek-2', key, aad);
      const changed = Buffer.from(wrapped);
      changed[changed.length - 1]! ^= 1;
      const refusal = { code: expect.stringMatching(/^(vault\.integrity|keyring\.unknown_key)$/) };
      await expect(kms.unwrap('kek-1', changed, aad)).rejects.toMatchObject(refusal);
      await expect(kms.unwrap('kek-1', wrapped, Buffer.from('elsewhere'))).rejects.toMatchObject(refusal);
      await expect(kms.unwrap('kek-2', wrapped, aad)).rejects.toMatchObject(refusal);
      await expect(kms.unwrap('kek-1', Buffer.alloc(0), aad)).rejects.toMatchObject(refusal);
    });

    it('refuses slot names that could lead elsewhere', async () => {
      for (const slot of ['../root', 'a/b', '', 'A', 'x'.repeat(65)]) {
        await expect(kms.wrap(slot, key, aad)).rejects.toMatchObject({ code: 'keyring.unknown_key' });
      }
    });

    it('unwraps nothing of a destroyed slot, and destroys twice without complaint', async () => {
      const wrapped = await kms.wrap('kek-3', key, aad);
      await kms.destroySlot('kek-3');
      await kms.destroySlot('kek-3');
      if (!kms.destroysSlots) return;
      await expect(kms.unwrap('kek-3', wrapped, aad)).rejects.toMatchObject({ code: 'keyring.unknown_key' });
    });

    it('derives the same index key for the same input only', async () => {
      const salt = randomBytes(32);
      const one = await kms.deriveIndexKey(salt, 'a');
      expect(one).toHaveLength(32);
      const other = await under.open();
      expect(await other.deriveIndexKey(salt, 'a')).toEqual(one);
      expect(await other.deriveIndexKey(salt, 'b')).not.toEqual(one);
      expect(await other.deriveIndexKey(randomBytes(32), 'a')).not.toEqual(one);
      await other.close();
    });

    it('has the same fingerprints in every process and others for other roots', async () => {
      const other = await under.openOther();
      expect(await (await under.open()).fingerprints()).toEqual(await kms.fingerprints());
      const [mine, theirs] = [await kms.fingerprints(), await other.fingerprints()];
      expect(theirs.encryption).not.toBe(mine.encryption);
      expect(theirs.index).not.toBe(mine.index);
      expect(mine.encryption).not.toBe(mine.index);
      const wrapped = await kms.wrap('kek-4', key, aad);
      await expect(other.unwrap('kek-4', wrapped, aad)).rejects.toThrow();
      await other.close();
    });
  });
}
