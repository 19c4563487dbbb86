import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { VaultToken } from '#lib/kernel';
import { KeyFileKms, type RotationKind } from '#lib/keyring';
import { COLLECTION_SCOPE, openTestVault, plainOf, type TestVault, tokenOf } from '../testing/open-test-vault.js';
import { KeyRotations } from './key-rotations.js';

const VALUES = 1_200;
const personOf = (index: number) => `Person ${index}`;

describe('a rotation of keys in use', () => {
  let t: TestVault;
  let rotations: KeyRotations;
  const home = mkdtempSync(join(tmpdir(), 'pvg-rotation-'));
  const tokens = new Map<string, VaultToken>();

  beforeAll(async () => {
    t = await openTestVault({ kms: () => KeyFileKms.open(home), poolMax: 16 });
    rotations = new KeyRotations(t.keyring);
    for (let at = 0; at < VALUES; at += 400) {
      const values = Array.from({ length: 400 }, (_, index) => personOf(at + index));
      const results = await t.vault.tokenize(
        COLLECTION_SCOPE,
        // Every tenth belongs to a subject, so that there are many keys too.
        values.map((value, index) => ({
          type: 'PERSON',
          value,
          ...(index % 10 === 0 && { subject: `s-${at + index}` }),
        })),
      );
      results.forEach((result, index) => {
        if (result.ok) tokens.set(values[index]!, result.token);
      });
    }
  });
  afterAll(() => t.close());

  async function expectAllResolve(vault = t.vault) {
    const plain = plainOf(await vault.reveal('acme', [...tokens.values()]));
    for (const [value, token] of tokens) expect(plain.get(token)).toBe(value);
  }

  it.each<RotationKind>(['kek', 'data', 'index', 'kek', 'data', 'index'])(
    'of kind %s leaves tokens, readers and writers of every process right while it runs',
    async (kind) => {
      const peer = await t.openPeer();
      await expectAllResolve(peer.vault);
      let running = true;
      const fresh = new Map<string, Set<string>>();
      const clients = Array.from({ length: 6 }, async (_, client) => {
        const vault = client % 2 === 0 ? t.vault : peer.vault;
        for (let round = 0; running; round += 1) {
          const known = personOf(Math.floor(Math.random() * VALUES));
          const added = `${kind} ${round % 50} of ${tokens.size}`;
          const [a, b] = await vault.tokenize(COLLECTION_SCOPE, [
            { type: 'PERSON', value: known },
            { type: 'PERSON', value: added },
          ]);
          expect(a?.ok && a.token).toBe(tokens.get(known));
          if (!b?.ok) throw b?.error;
          fresh.set(added, (fresh.get(added) ?? new Set()).add(b.token));
          const plain = plainOf(await vault.reveal('acme', [b.token, tokens.get(known)!]));
          expect([plain.get(b.token), plain.get(tokens.get(known)!)]).toEqual([added, known]);
        }
      });
      const rotation = await rotations.begin('acme', kind);
      const progress: number[] = [];
      const done = await rotations.run('acme', rotation, { onProgress: ({ rowsDone }) => progress.push(rowsDone) });
      running = false;
      await Promise.all(clients);
      expect(done.state).toBe('done');
      expect(progress).toEqual([...progress].sort((x, y) => x - y));
      for (const [value, seen] of fresh) {
        expect(seen.size).toBe(1);
        tokens.set(value, [...seen][0] as VaultToken);
      }
      await expectAllResolve();
      await expectAllResolve(peer.vault);
      const again = await t.vault.tokenize(
        COLLECTION_SCOPE,
        [...tokens.keys()].map((value) => ({ type: 'PERSON', value })),
      );
      expect(again.map((result) => result.ok && result.token)).toEqual([...tokens.values()]);
      await peer.close();
    },
    60_000,
  );

  it('leaves nothing under the old keys', async () => {
    const status = await rotations.status('acme');
    expect(status.dataKeys.retiring).toBe(0);
    expect(status.indexKeys.map(({ state }) => state)).toEqual(['retired', 'retired', 'active']);
    expect(status.keks.map(({ state, opens }) => [state, opens])).toEqual([
      ['retired', true],
      ['retired', true],
      ['active', true],
    ]);
    expect(status.keks.map(({ rows }) => rows > 0)).toEqual([false, false, true]);
    const versions = await t.test.admin('SELECT DISTINCT index_version FROM blind_index');
    expect(versions).toEqual([{ index_version: 3 }]);
    const [mixed] = await t.test.admin<{ n: string }>(
      `SELECT count(*)::text AS n FROM vault_value v WHERE ciphertext IS NOT NULL AND
         (SELECT count(*) FROM blind_index b WHERE b.token = v.token AND b.kind = 'exact') <> 1`,
    );
    expect(mixed?.n).toBe('0');
  });

  it('retires a key-encryption key at zero rows only, and by its own id', async () => {
    await expect(rotations.retireKek('acme', 3)).rejects.toMatchObject({
      code: 'resource.conflict',
      detail: 'it is the active one',
    });
    const rotation = await rotations.begin('acme', 'kek');
    await expect(rotations.retireKek('acme', 3)).rejects.toMatchObject({
      code: 'resource.conflict',
      facts: { version: 3, rows: expect.any(Number) },
    });
    await rotations.run('acme', rotation);
    const { slot } = await rotations.retireKek('acme', 3);
    const [row] = await t.test.admin('SELECT slot, state, wrapped FROM tenant_kek WHERE version = 3');
    expect(row).toEqual({ slot, state: 'destroyed', wrapped: null });
    await rotations.retireKek('acme', 3);
    await expectAllResolve();
  });

  it('refuses a second rotation of the kind while one runs', async () => {
    const peer = await t.openPeer();
    for (const kind of ['kek', 'data', 'index'] as const) {
      const settled = await Promise.allSettled([
        rotations.begin('acme', kind),
        new KeyRotations(peer.keyring).begin('acme', kind),
        rotations.begin('acme', kind),
      ]);
      const begun = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      const refused = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
      expect([begun.length, refused]).toEqual([1, ['keyring.busy', 'keyring.busy']]);
      // Two processes may work on it at once.
      const [here] = await Promise.all([
        rotations.run('acme', begun[0]!),
        new KeyRotations(peer.keyring).run('acme', begun[0]!),
      ]);
      expect(here.state).toBe('done');
    }
    await expectAllResolve();
    await peer.close();
  }, 60_000);

  it('after a compromise destroys the old key by itself', async () => {
    const rotation = await rotations.begin('acme', 'kek', 'compromise');
    const before = (await rotations.status('acme')).keks.find(({ version }) => version === rotation.fromVersion);
    expect(before).toMatchObject({ state: 'compromised' });
    expect(before!.rows).toBeGreaterThan(0);
    await rotations.run('acme', rotation);
    const after = (await rotations.status('acme')).keks.find(({ version }) => version === rotation.fromVersion);
    expect(after).toMatchObject({ state: 'destroyed', rows: 0, opens: null });
    await expectAllResolve();
  });

  it('rotates a data key that has worn out without being asked', async () => {
    const own = await openTestVault({ limits: { encryptionsReserved: 10, encryptionsBeforeRotation: 50 } });
    const made: VaultToken[] = [];
    for (let index = 0; index < 120; index += 1) made.push(await tokenOf(own.vault, 'PERSON', `Worn ${index}`));
    const keys = new KeyRotations(own.keyring);
    expect((await keys.status('acme')).dataKeys.retiring).toBeGreaterThanOrEqual(1);
    await keys.run('acme', await keys.begin('acme', 'data'));
    expect((await keys.status('acme')).dataKeys.retiring).toBe(0);
    expect((await own.vault.reveal('acme', made)).size).toBe(120);
    await own.close();
  });
});
