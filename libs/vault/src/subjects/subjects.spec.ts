import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { VaultToken } from '#lib/kernel';
import { decrypt, KeyFileKms } from '#lib/keyring';
import { KeyRotations } from '../rotation/key-rotations.js';
import { COLLECTION_SCOPE, openTestVault, plainOf, type TestVault, tokenOf } from '../testing/open-test-vault.js';
import { takeBackup } from '../testing/snapshot.js';
import { valueBinding } from '../values/value-binding.js';
import { verifyErasureCertificate } from './certificates.js';
import { FileLedgerStore } from './ledger-store.js';

describe('data subjects', () => {
  let t: TestVault;
  const keyHome = mkdtempSync(join(tmpdir(), 'pvg-subjects-'));
  beforeAll(async () => {
    t = await openTestVault({ kms: () => KeyFileKms.open(keyHome) });
  });
  afterAll(() => t.close());

  async function keep(value: string, subject?: string, type = 'PERSON'): Promise<VaultToken> {
    const [result] = await t.vault.tokenize(COLLECTION_SCOPE, [{ type, value, ...(subject && { subject }) }]);
    if (!result?.ok) throw result?.error ?? new Error('no result');
    return result.token;
  }
  const scopeOf = async (token: string) =>
    (
      await t.test.admin<{ scope: string; wraps: string[] }>(
        `SELECT k.scope, ARRAY(SELECT subject_id FROM data_key_wrap w WHERE w.data_key_id = k.id ORDER BY 1) AS wraps
         FROM vault_value v JOIN data_key k ON k.id = v.data_key_id WHERE v.token = $1`,
        [token],
      )
    )[0];
  const textOf = async (token: VaultToken) => plainOf(await t.vault.reveal('acme', [token])).get(token);

  it('have their values under their own key, and shared ones under a key wrapped for each', async () => {
    const own = await keep('Own Value', 'a1');
    const shared = await keep('Shared Value', 'a1');
    expect(await keep('Shared Value', 'a2')).toBe(shared);
    expect(await keep('shared value', 'a3')).toBe(shared);
    expect(await scopeOf(own)).toEqual({ scope: 'subject:a1', wraps: ['a1'] });
    expect(await scopeOf(shared)).toEqual({ scope: `value:${shared}`, wraps: ['a1', 'a2', 'a3'] });
    expect((await t.vault.describe('acme', [shared])).get(shared)?.subjects).toEqual(['a1', 'a2', 'a3']);
    expect(await textOf(shared)).toBe('Shared Value');
  });

  it('re-encrypt a value when it is linked and unlinked, token and value unchanged', async () => {
    const token = await keep('Wanderer');
    expect((await scopeOf(token))?.scope).toBe('collection:default');
    expect(await t.subjects.link('acme', 'b1', [token, '[PERSON_0000000000]' as VaultToken])).toEqual([token]);
    expect((await scopeOf(token))?.scope).toBe('subject:b1');
    await t.subjects.link('acme', 'b2', [token]);
    expect((await scopeOf(token))?.wraps).toEqual(['b1', 'b2']);
    await t.subjects.unlink('acme', 'b1', [token]);
    expect(await scopeOf(token)).toEqual({ scope: 'subject:b2', wraps: ['b2'] });
    await t.subjects.unlink('acme', 'b2', [token]);
    expect(await scopeOf(token)).toEqual({ scope: 'collection:default', wraps: [''] });
    expect(await textOf(token)).toBe('Wanderer');
    expect(await keep('Wanderer')).toBe(token);
    const [left] = await t.test.admin<{ n: string }>(
      `SELECT count(*)::text AS n FROM data_key WHERE scope = 'value:' || $1`,
      [token],
    );
    expect(left?.n).toBe('0');
  });

  it('are linked by many at once without losing one', async () => {
    const token = await keep('Popular');
    const peer = await t.openPeer();
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 ? t : peer).vault.tokenize(COLLECTION_SCOPE, [
          { type: 'PERSON', value: 'Popular', subject: `p${index}` },
        ]),
      ),
    );
    expect((await scopeOf(token))?.wraps).toHaveLength(8);
    expect(await textOf(token)).toBe('Popular');
    await peer.close();
  });

  it('are exported as JSON and CSV, whole and nobody else', async () => {
    await keep('=cmd()|"quoted", comma', 'c1');
    await keep('c1@acme.test', 'c1', 'EMAIL');
    await keep('Other Person', 'c2');
    const rows = [];
    for await (const row of t.subjects.export('acme', 'c1')) rows.push(row);
    expect(rows.map(({ value }) => value).sort()).toEqual(['=cmd()|"quoted", comma', 'c1@acme.test']);
    let csv = '';
    for await (const line of t.subjects.exportCsv('acme', 'c1')) csv += line;
    expect(csv.split('\r\n')[0]).toBe('token,type,value,collection,origins,createdAt,expiresAt,shared');
    expect(csv).toContain(`"'=cmd()|""quoted"", comma"`);
    expect(csv).not.toContain('Other Person');
  });

  it('are erased by two people where a collection asks for it, and never by who asked', async () => {
    await t.collections.put('acme', 'two', { erasureNeedsApproval: true });
    const scope = { ...COLLECTION_SCOPE, collectionId: 'two' };
    await t.vault.tokenize(scope, [{ type: 'PERSON', value: 'Careful', subject: 'y1' }]);
    await expect(t.subjects.erase('acme', 'y1', 'ann')).rejects.toMatchObject({ code: 'resource.conflict' });
    await t.subjects.requestErasure('acme', 'y1', 'ann');
    for (const by of ['ann', undefined]) {
      await expect(t.subjects.erase('acme', 'y1', by)).rejects.toMatchObject({ code: 'policy.denied' });
    }
    expect(await t.subjects.withdrawErasure('acme', 'y1')).toBe(true);
    await expect(t.subjects.erase('acme', 'y1', 'bob')).rejects.toMatchObject({ code: 'resource.conflict' });
    await t.subjects.requestErasure('acme', 'y1', 'ann');
    expect((await t.subjects.erase('acme', 'y1', 'bob')).statement.valuesErased).toBe(1);
    await expect(t.subjects.requestErasure('acme', 'nobody', 'ann')).rejects.toMatchObject({
      code: 'resource.not_found',
    });
    await keep('Plain', 'y2');
    await t.subjects.requestErasure('acme', 'y2', 'ann');
    await expect(t.subjects.erase('acme', 'y2', 'ann')).rejects.toMatchObject({ code: 'policy.denied' });
  });

  it('under legal hold are not erased until it is lifted', async () => {
    await keep('Held', 'h1');
    await t.subjects.hold('acme', 'h1', 'case 4711');
    await expect(t.subjects.erase('acme', 'h1')).rejects.toMatchObject({ code: 'vault.legal_hold' });
    await t.subjects.release('acme', 'h1');
    expect((await t.subjects.erase('acme', 'h1')).statement.valuesErased).toBe(1);
    await expect(t.subjects.erase('acme', 'nobody')).rejects.toMatchObject({ code: 'resource.not_found' });
  });

  it('that are erased are gone from the live database, with all live keys, in every process at once', async () => {
    const peer = await t.openPeer();
    const own = await keep('Erase Me', 'e1');
    const shared = await keep('Both Of Us', 'e1');
    await keep('Both Of Us', 'e2');
    expect((await peer.vault.reveal('acme', [own])).size).toBe(1);
    const [before] = await t.test.admin<{ data_key_id: string; ciphertext: Buffer }>(
      'SELECT data_key_id, ciphertext FROM vault_value WHERE token = $1',
      [own],
    );
    const certificate = await t.subjects.erase('acme', 'e1');
    for (const vault of [t.vault, peer.vault]) {
      expect((await vault.reveal('acme', [own])).size).toBe(0);
      expect((await vault.describe('acme', [own])).size).toBe(0);
      expect(plainOf(await vault.reveal('acme', [shared])).get(shared)).toBe('Both Of Us');
    }
    expect(certificate.statement).toMatchObject({
      stage: 'live',
      valuesErased: 1,
      exclusions: [shared],
      subjectId: 'e1',
    });
    const keys = await t.test.admin<{ data_key_id: string }>('SELECT DISTINCT data_key_id FROM data_key_wrap');
    const ids = keys.map((row) => row.data_key_id);
    expect(ids).not.toContain(before!.data_key_id);
    const opened = await t.keyring.withDataKeys('acme', ids, (keyOf) =>
      [...keyOf.values()].filter((key) => {
        const place = {
          tenantId: 'acme',
          collectionId: 'default',
          type: 'PERSON',
          token: own,
          dataKeyId: before!.data_key_id,
        };
        try {
          return decrypt(key, before!.ciphertext, valueBinding(place)).length > 0;
        } catch {
          return false;
        }
      }),
    );
    expect(opened).toEqual([]);
    const index = await t.test.admin('SELECT 1 FROM blind_index WHERE token = $1', [own]);
    expect(index).toEqual([]);
    await peer.close();
  });

  it('that are erased take no new value, and their tokens are never issued again', async () => {
    const token = await keep('Phoenix', 'f1');
    await t.subjects.erase('acme', 'f1');
    const results = await t.vault.tokenize(COLLECTION_SCOPE, [
      { type: 'PERSON', value: 'Phoenix' },
      { type: 'PERSON', value: 'Phoenix', subject: 'f1' },
    ]);
    expect(results[1]).toMatchObject({ ok: false, error: { code: 'vault.invalid_item', pointer: '/subject' } });
    expect(results[0]).toMatchObject({ ok: true, created: true });
    expect(results[0]?.ok && results[0].token).not.toBe(token);
    await expect(t.subjects.link('acme', 'f1', [token])).rejects.toMatchObject({ code: 'vault.invalid_item' });
    const [tombstone] = await t.test.admin('SELECT ended, ciphertext FROM vault_value WHERE token = $1', [token]);
    expect(tombstone).toEqual({ ended: 'erased', ciphertext: null });
  });

  it('have certificates that verify offline, and that no changed word survives', async () => {
    await keep('Certified', 'g1');
    const { jws, statement } = await t.subjects.erase('acme', 'g1');
    const publicKey = await t.subjects.signer.publicKey('acme');
    expect(await verifyErasureCertificate(jws, publicKey)).toEqual(statement);
    const [head, payload, signature] = jws.split('.');
    const forged = Buffer.from(payload!, 'base64url').toString().replace('"g1"', '"g2"');
    const changed = [head, Buffer.from(forged).toString('base64url'), signature].join('.');
    await expect(verifyErasureCertificate(changed, publicKey)).rejects.toMatchObject({ code: 'vault.integrity' });
    await keep('Elsewhere', undefined);
    const other = await t.subjects.signer.publicKey('globex');
    await expect(verifyErasureCertificate(jws, other)).rejects.toMatchObject({ code: 'vault.integrity' });
    expect((await t.subjects.erase('acme', 'g1')).statement).toEqual(statement);
  });

  it('stay erased when an older backup is restored: it does not serve before the ledger is replayed', async () => {
    const token = await keep('Lazarus', 'l1');
    const bystander = await keep('Bystander');
    const backup = await takeBackup(t.test);
    await t.subjects.erase('acme', 'l1');
    await backup.restore();
    const peer = await t.openPeer();
    for (const work of [
      () => peer.vault.reveal('acme', [bystander]),
      () => peer.vault.describe('acme', [bystander]),
      () => tokenOf(peer.vault, 'PERSON', 'Bystander'),
      () => peer.subjects.erase('acme', 'l1'),
    ]) {
      await expect(work()).rejects.toMatchObject({ code: 'vault.stale_ledger', facts: { missing: 1 } });
    }
    expect(await peer.subjects.replay('acme')).toBe(1);
    expect((await peer.vault.reveal('acme', [token])).size).toBe(0);
    expect((await peer.vault.reveal('acme', [bystander])).size).toBe(1);
    expect(await peer.subjects.replay('acme')).toBe(0);
    await peer.close();
  });

  it('are erased from backups too once the key that wrapped theirs is destroyed', async () => {
    const own = await openTestVault({ kms: async () => KeyFileKms.open(mkdtempSync(join(tmpdir(), 'pvg-shred-'))) });
    const rotations = new KeyRotations(own.keyring);
    const [result] = await own.vault.tokenize(COLLECTION_SCOPE, [{ type: 'PERSON', value: 'Shred Me', subject: 's1' }]);
    const token = (result as { token: VaultToken }).token;
    const backup = await takeBackup(own.test);
    await own.subjects.erase('acme', 's1');
    await expect(own.subjects.complete('acme', 's1')).rejects.toMatchObject({
      code: 'resource.conflict',
      facts: { kekVersions: ['1'] },
    });
    await rotations.run('acme', await rotations.begin('acme', 'kek'));
    await rotations.retireKek('acme', 1);
    const certificate = await own.subjects.complete('acme', 's1');
    expect(certificate.statement).toMatchObject({ stage: 'backups', because: 'keys-destroyed' });
    await backup.restore();
    own.keyring.forget('');
    own.ledger.forget();
    await expect(own.vault.reveal('acme', [token])).rejects.toMatchObject({ code: 'vault.stale_ledger' });
    const [row] = await own.test.admin<{ data_key_id: string }>(
      'SELECT data_key_id FROM vault_value WHERE token = $1',
      [token],
    );
    await expect(own.keyring.withDataKeys('acme', [row!.data_key_id], (keys) => keys.size)).rejects.toMatchObject({
      code: 'keyring.unknown_key',
    });
    await own.close();
  });

  it('are erased from backups too when an operator says the backups have expired', async () => {
    await keep('Patience', 'w1');
    await t.subjects.erase('acme', 'w1');
    const { statement } = await t.subjects.complete('acme', 'w1', { backupsExpired: true });
    expect(statement).toMatchObject({ stage: 'backups', because: 'backups-expired' });
  });

  it('have a ledger that notices a changed or missing entry', async () => {
    await keep('Ledger', 'x1');
    await t.subjects.erase('acme', 'x1');
    const file = join(t.home, 'erasure-ledger', 'acme.ndjson');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('"x1"', '"x2"'));
    t.ledger.forget();
    await expect(t.vault.describe('acme', [])).rejects.toMatchObject({ code: 'vault.stale_ledger' });
    writeFileSync(file, text.trimEnd().split('\n').slice(0, -1).join('\n'));
    t.ledger.forget();
    await t.vault.describe('acme', []);
    expect((await new FileLedgerStore(t.home).read('acme')).at(-1)?.subjectId).toBe('x1');
  });
});
