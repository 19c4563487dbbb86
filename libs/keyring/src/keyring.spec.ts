import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Secret } from '#lib/kernel';
import { createTestDatabase, type TestDatabase } from '../../database/src/testing/test-database.js';
import { Keyring } from './keyring.js';
import { EnvironmentKms } from './kms/environment-kms.js';
import { KeyFileKms } from './kms/key-file-kms.js';
import { SealedSecrets } from './sealed-secrets.js';

const COLLECTION = { kind: 'collection', collectionId: 'default' } as const;

describe('Keyring', () => {
  let test: TestDatabase;
  let keyring: Keyring;
  const root = new Secret(randomBytes(64).toString('base64'));
  const open = (limits = {}) => Keyring.open({ database: test.database, kms: new EnvironmentKms(root), limits });

  beforeAll(async () => {
    test = await createTestDatabase({ tenants: ['acme', 'globex'] });
    keyring = await open();
  });
  afterAll(async () => {
    await keyring.close();
    await test.close();
  });

  const keyOf = async (ring: Keyring, id: string, tenantId = 'acme') =>
    ring.withDataKeys(tenantId, [id], (keys) => keys.get(id)?.toString('hex'));

  it('refuses to open a database that was made with another root key, naming both fingerprints', async () => {
    const other = new EnvironmentKms(new Secret(randomBytes(64).toString('base64')));
    const expected = (await new EnvironmentKms(root).fingerprints()).encryption;
    await expect(Keyring.open({ database: test.database, kms: other })).rejects.toMatchObject({
      code: 'keyring.wrong_root_key',
      detail: expect.stringContaining(expected),
      facts: { found: (await other.fingerprints()).encryption },
    });
    const half = Buffer.from(root.reveal(), 'base64');
    half.set(randomBytes(32), 32);
    const otherIndex = new EnvironmentKms(new Secret(half.toString('base64')));
    await expect(Keyring.open({ database: test.database, kms: otherIndex })).rejects.toMatchObject({
      facts: { role: 'index' },
    });
  });

  it('gives every process the same key for a scope, and others for other scopes and tenants', async () => {
    const peer = await open();
    const reserve = async (ring: Keyring, tenantId: string, scope: Parameters<Keyring['reserve']>[1][0]['scope']) =>
      [...(await ring.reserve(tenantId, [{ scope, count: 1 }])).idOf.values()][0]!;
    const mine = await reserve(keyring, 'acme', COLLECTION);
    expect(await reserve(peer, 'acme', COLLECTION)).toBe(mine);
    expect(await keyOf(peer, mine)).toBe(await keyOf(keyring, mine));
    const others = [
      await reserve(keyring, 'acme', { kind: 'collection', collectionId: 'crm' }),
      await reserve(keyring, 'acme', { kind: 'subject', subjectId: 's1' }),
      await reserve(keyring, 'globex', COLLECTION),
    ];
    expect(new Set([mine, ...others]).size).toBe(4);
    expect(await keyOf(keyring, others[2]!, 'acme')).toBeUndefined();
    await peer.close();
  });

  it('wraps the key of a shared value once for each subject', async () => {
    const scope = { kind: 'value', token: '[PERSON_1]', subjectIds: ['a', 'b', 'c'] } as const;
    const { idOf } = await keyring.reserve('acme', [{ scope, count: 1 }]);
    const rows = await test.admin('SELECT subject_id FROM data_key_wrap WHERE data_key_id = $1 ORDER BY 1', [
      [...idOf.values()][0],
    ]);
    expect(rows).toEqual([{ subject_id: 'a' }, { subject_id: 'b' }, { subject_id: 'c' }]);
  });

  it('stores no key that is not wrapped', async () => {
    const { idOf } = await keyring.reserve('acme', [{ scope: COLLECTION, count: 1 }]);
    const id = [...idOf.values()][0]!;
    const key = Buffer.from((await keyOf(keyring, id))!, 'hex');
    for (const table of ['tenant_kek', 'data_key', 'data_key_wrap', 'index_key', 'root_key']) {
      const [row] = await test.admin<{ all: string }>(`SELECT string_agg(t::text, '') AS all FROM ${table} t`);
      expect(row!.all).not.toContain(key.toString('hex'));
    }
  });

  it('refuses a wrapped key that was moved to another key id', async () => {
    const ids = await Promise.all(
      ['m1', 'm2'].map(async (collectionId) => {
        const scope = { kind: 'collection', collectionId } as const;
        return [...(await keyring.reserve('acme', [{ scope, count: 1 }])).idOf.values()][0]!;
      }),
    );
    await test.admin(
      'UPDATE data_key_wrap w SET wrapped = o.wrapped FROM data_key_wrap o WHERE w.data_key_id = $1 AND o.data_key_id = $2',
      ids,
    );
    const peer = await open();
    await expect(keyOf(peer, ids[0]!)).rejects.toMatchObject({ code: 'vault.integrity' });
    await peer.close();
  });

  it('says which key is missing when a key-encryption key was destroyed', async () => {
    const home = mkdtempSync(join(tmpdir(), 'pvg-keyring-'));
    const own = await createTestDatabase({ tenants: ['acme'] });
    const kms = await KeyFileKms.open(home);
    const ring = await Keyring.open({ database: own.database, kms });
    const { idOf } = await ring.reserve('acme', [{ scope: COLLECTION, count: 1 }]);
    const [row] = await own.admin<{ slot: string }>('SELECT slot FROM tenant_kek');
    await kms.destroySlot(row!.slot);
    ring.forget('');
    await expect(keyOf(ring, [...idOf.values()][0]!)).rejects.toMatchObject({
      code: 'keyring.unknown_key',
      facts: { slot: row!.slot },
    });
    await ring.close();
    await own.close();
  });

  it('succeeds a key before it has made too many encryptions, however many processes count', async () => {
    const limits = { encryptionsReserved: 10, encryptionsBeforeRotation: 40, encryptionsPerKeyMax: 50 };
    const rings = await Promise.all([open(limits), open(limits)]);
    const scope = { kind: 'collection', collectionId: 'worn' } as const;
    const used = new Map<string, number>();
    for (let round = 0; round < 60; round += 1) {
      const { idOf } = await rings[round % 2]!.reserve('acme', [{ scope, count: 3 }]);
      const id = [...idOf.values()][0]!;
      used.set(id, (used.get(id) ?? 0) + 3);
    }
    expect(used.size).toBeGreaterThanOrEqual(180 / 40);
    expect(Math.max(...used.values())).toBeLessThanOrEqual(40);
    const counted = await test.admin<{ id: string; encryptions: string }>(
      `SELECT id, encryptions::text FROM data_key WHERE scope = 'collection:worn'`,
    );
    for (const { id, encryptions } of counted) {
      expect(Number(encryptions)).toBeGreaterThanOrEqual(used.get(id) ?? 0);
      expect(Number(encryptions)).toBeLessThanOrEqual(50);
    }
    await Promise.all(rings.map((ring) => ring.close()));
  });

  it('works with a cache smaller than one batch, and holds no more than it may', async () => {
    const small = await open({ cachedKeysMax: 4 });
    const wants = Array.from({ length: 40 }, (_, index) => ({
      scope: { kind: 'subject', subjectId: `many-${index}` } as const,
      count: 1,
    }));
    const ids: string[] = [];
    for (const want of wants) ids.push(...(await small.reserve('acme', [want])).idOf.values());
    expect(await small.withDataKeys('acme', ids, (keys) => keys.size)).toBe(40);
    expect(small.cachedKeyCount).toBeLessThanOrEqual(4);
    await small.close();
  });

  it('wipes the keys it lent', async () => {
    const { idOf } = await keyring.reserve('acme', [{ scope: COLLECTION, count: 1 }]);
    const id = [...idOf.values()][0]!;
    const lent = await keyring.withDataKeys('acme', [id], (keys) => keys.get(id)!);
    expect(lent).toEqual(Buffer.alloc(32));
  });

  it('unseals a secret only where it was sealed', async () => {
    const sealed = new SealedSecrets(keyring);
    const text = await sealed.seal('acme', 'upstream/openai', new Secret('sk-canary-ü'));
    expect(text).not.toContain('canary');
    expect((await sealed.unseal('acme', 'upstream/openai', text)).reveal()).toBe('sk-canary-ü');
    await expect(sealed.unseal('acme', 'upstream/other', text)).rejects.toMatchObject({ code: 'vault.integrity' });
    await expect(sealed.unseal('globex', 'upstream/openai', text)).rejects.toMatchObject({
      code: 'keyring.unknown_key',
    });
    await expect(sealed.unseal('acme', 'upstream/openai', 'sk-canary')).rejects.toMatchObject({
      code: 'vault.integrity',
    });
  });
});
