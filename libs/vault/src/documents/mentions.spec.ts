import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { VaultToken } from '#lib/kernel';
import { KeyRotations } from '../rotation/key-rotations.js';
import { COLLECTION_SCOPE, openTestVault, type TestVault, tokenOf } from '../testing/open-test-vault.js';

describe('how a document spells values', () => {
  let t: TestVault;
  beforeAll(async () => {
    t = await openTestVault();
  });
  afterAll(() => t.close());

  const read = async (documentId: string, tenantId = 'acme') =>
    Object.fromEntries(
      [...(await t.vault.readMentions(tenantId, documentId))].map(([place, { spelling }]) => [
        place,
        spelling.reveal(),
      ]),
    );
  const keep = async (value: string, subject?: string): Promise<VaultToken> => {
    const [result] = await t.vault.tokenize(COLLECTION_SCOPE, [{ type: 'PERSON', value, ...(subject && { subject }) }]);
    if (!result?.ok) throw result?.error;
    return result.token;
  };
  const scopesOf = (documentId: string) =>
    t.test.admin<{ scope: string }>(
      `SELECT k.scope FROM value_mention m JOIN data_key k ON k.id = m.data_key_id WHERE document_id = $1 ORDER BY place`,
      [documentId],
    );

  it('is kept encrypted and given back byte for byte, where it is not as the vault keeps it', async () => {
    const token = await keep('Jane Roe');
    expect(await keep('JANE  ROE')).toBe(token);
    await t.vault.recordMentions('acme', 'doc/1', [
      { place: 0, token, spelling: 'Jane Roe' },
      { place: 1, token, spelling: 'JANE  ROE' },
      { place: 7, token, spelling: 'jane\u00a0roe\ud800' },
      { place: 8, token: '[PERSON_0000000000]' as VaultToken, spelling: 'nobody' },
    ]);
    expect(await read('doc/1')).toEqual({ 1: 'JANE  ROE', 7: 'jane\u00a0roe\ud800' });
    const rows = await t.test.admin<{ ciphertext: Buffer }>('SELECT ciphertext FROM value_mention');
    for (const { ciphertext } of rows) expect(ciphertext.toString('latin1')).not.toMatch(/jane/i);
    expect(await read('doc/1', 'globex')).toEqual({});
    await t.vault.recordMentions('acme', 'doc/1', [{ place: 2, token, spelling: 'J ROE' }]);
    expect(await read('doc/1')).toEqual({ 2: 'J ROE' });
    expect(await t.vault.forgetMentions('acme', 'doc/1')).toBe(1);
    expect(await read('doc/1')).toEqual({});
  });

  it('moves with the value when it is linked, and ends with its subject, in the database and its backups', async () => {
    const token = await keep('Mary Roe');
    await t.vault.recordMentions('acme', 'doc/2', [{ place: 0, token, spelling: 'MARY ROE' }]);
    expect(await scopesOf('doc/2')).toEqual([{ scope: 'collection:default' }]);
    await t.subjects.link('acme', 'm1', [token]);
    expect(await scopesOf('doc/2')).toEqual([{ scope: 'subject:m1' }]);
    expect(await read('doc/2')).toEqual({ 0: 'MARY ROE' });
    await t.subjects.link('acme', 'm2', [token]);
    expect(await scopesOf('doc/2')).toEqual([{ scope: `value:${token}` }]);
    await t.subjects.unlink('acme', 'm2', [token]);
    await t.vault.recordMentions('acme', 'doc/3', [{ place: 0, token, spelling: 'mary roe' }]);
    expect(await scopesOf('doc/3')).toEqual([{ scope: 'subject:m1' }]);
    await t.subjects.erase('acme', 'm1');
    expect([await read('doc/2'), await read('doc/3')]).toEqual([{}, {}]);
    expect(await t.test.admin('SELECT FROM value_mention WHERE token = $1', [token])).toEqual([]);
  });

  it('outlives rotations of every key', async () => {
    const tokens = [await keep('Rotated One'), await keep('Rotated Two', 'r1')];
    await t.vault.recordMentions(
      'acme',
      'doc/4',
      tokens.map((token, place) => ({ place, token, spelling: `ROTATED ${place}` })),
    );
    const rotations = new KeyRotations(t.keyring);
    for (const kind of ['data', 'kek', 'data', 'index'] as const) {
      await rotations.run('acme', await rotations.begin('acme', kind));
      expect(await read('doc/4')).toEqual({ 0: 'ROTATED 0', 1: 'ROTATED 1' });
    }
    expect((await rotations.status('acme')).dataKeys.retiring).toBe(0);
  });

  it('moved to another place, document or value is refused', async () => {
    const token = await keep('Tamper');
    await t.vault.recordMentions('acme', 'doc/5', [{ place: 0, token, spelling: 'TAMPER' }]);
    for (const change of ['place = 9', `document_id = 'doc/6'`]) {
      await t.test.admin(`UPDATE value_mention SET ${change} WHERE token = $1`, [token]);
      await expect(Promise.all([read('doc/5'), read('doc/6')])).rejects.toMatchObject({ code: 'vault.integrity' });
    }
    await t.test.admin('DELETE FROM value_mention WHERE token = $1', [token]);
  });

  it.each([
    ['', [0]],
    ['a b', [0]],
    ['doc', [-1]],
    ['doc', [0.5]],
    ['doc', [1, 1]],
  ])('of document %j at places %j is refused', async (documentId, places) => {
    const token = await tokenOf(t.vault, 'PERSON', 'Anybody');
    const mentions = places.map((place) => ({ place, token, spelling: 'ANYBODY' }));
    await expect(t.vault.recordMentions('acme', documentId, mentions)).rejects.toMatchObject({
      code: 'request.invalid',
    });
  });

  it('is recorded right while values are linked by others', async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, (_, index) => keep(`Busy ${index}`)));
    await Promise.all([
      ...tokens.map((token, index) => t.subjects.link('acme', `busy-${index}`, [token])),
      t.vault.recordMentions(
        'acme',
        'doc/7',
        tokens.map((token, place) => ({ place, token, spelling: `BUSY ${place}` })),
      ),
    ]);
    expect(Object.values(await read('doc/7'))).toHaveLength(20);
    const scopes = await scopesOf('doc/7');
    expect(scopes.map(({ scope }) => scope)).toEqual(tokens.map((_, index) => `subject:busy-${index}`));
  });
});
