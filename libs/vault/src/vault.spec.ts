import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { parseVaultToken, type VaultToken } from '#lib/kernel';
import { COLLECTION_SCOPE, openTestVault, plainOf, type TestVault, tokenOf } from './testing/open-test-vault.js';
import type { TokenScope } from './values/token-scope.js';

const conversation = (id: string): TokenScope => ({ ...COLLECTION_SCOPE, consistency: { kind: 'conversation', id } });

describe('Vault', () => {
  let t: TestVault;
  beforeAll(async () => {
    t = await openTestVault();
  });
  afterAll(() => t.close());

  it('gives one token for one value, whoever asks and however it is spelled, and keeps the first spelling', async () => {
    const first = await t.vault.tokenize(COLLECTION_SCOPE, [
      { type: 'EMAIL', value: 'Jane.Roe@Acme.test' },
      { type: 'EMAIL', value: 'jane.roe@acme.test' },
      { type: 'PERSON', value: 'Jane  Roe' },
    ]);
    const again = await t.vault.tokenize(COLLECTION_SCOPE, [
      { type: 'PERSON', value: 'jane roe' },
      { type: 'EMAIL', value: ' JANE.ROE@acme.test' },
    ]);
    const tokens = first.map((result) => result.ok && result.token);
    expect(tokens[0]).toBe(tokens[1]);
    expect(again.map((result) => result.ok && [result.token, result.created])).toEqual([
      [tokens[2], false],
      [tokens[0], false],
    ]);
    expect(first.map((result) => result.ok && result.created)).toEqual([true, false, true]);
    const plain = plainOf(await t.vault.reveal('acme', tokens as VaultToken[]));
    expect(plain.get(tokens[0] as VaultToken)).toBe('Jane.Roe@Acme.test');
    expect(plain.get(tokens[2] as VaultToken)).toBe('Jane  Roe');
    expect(parseVaultToken(tokens[0] as string)?.type).toBe('EMAIL');
  });

  it('keeps equal values of different types, collections, conversations and tenants apart', async () => {
    await t.collections.put('acme', 'crm', {});
    const value = 'marker-4711';
    const tokens = [
      await tokenOf(t.vault, 'PERSON', value),
      await tokenOf(t.vault, 'USERNAME', value),
      await tokenOf(t.vault, 'PERSON', value, { ...COLLECTION_SCOPE, collectionId: 'crm' }),
      await tokenOf(t.vault, 'PERSON', value, conversation('c-1')),
      await tokenOf(t.vault, 'PERSON', value, conversation('c-2')),
      await tokenOf(t.vault, 'PERSON', value, { ...COLLECTION_SCOPE, consistency: { kind: 'request', id: 'c-1' } }),
      await tokenOf(t.vault, 'PERSON', value, { ...COLLECTION_SCOPE, tenantId: 'globex' }),
    ];
    expect(new Set(tokens).size).toBe(7);
    expect(await tokenOf(t.vault, 'PERSON', value, conversation('c-1'))).toBe(tokens[3]);
  });

  it('refuses a bad item alone and names the field, never what is in it', async () => {
    const results = await t.vault.tokenize(COLLECTION_SCOPE, [
      { type: 'EMAIL', value: 'fine@acme.test' },
      { type: 'EMAIL', value: '' },
      { type: 'not a type', value: 'canary-1' },
      { type: 'PERSON', value: 'x'.repeat(1024 * 1024 + 1) },
      { type: 'PERSON', value: 'canary-2', subject: 'jane@acme.test' },
      { type: 'PERSON', value: 'canary-3', expiresAt: new Date(Number.NaN) },
      { type: 'PERSON', value: 'canary-4', origin: 'a\u0000b' },
    ]);
    expect(results.map((result) => (result.ok ? 'ok' : [result.error.code, result.error.pointer]))).toEqual([
      'ok',
      ['vault.invalid_item', '/value'],
      ['vault.invalid_item', '/type'],
      ['vault.invalid_item', '/value'],
      ['vault.invalid_item', '/subject'],
      ['vault.invalid_item', '/expiresAt'],
      ['vault.invalid_item', '/origin'],
    ]);
    expect(JSON.stringify(results)).not.toMatch(/canary|jane@acme/);
  });

  it('refuses an unknown collection', async () => {
    const asked = t.vault.tokenize({ ...COLLECTION_SCOPE, collectionId: 'nowhere' }, [{ type: 'PERSON', value: 'x' }]);
    await expect(asked).rejects.toMatchObject({ code: 'resource.not_found' });
  });

  it('answers alike for unknown, malformed, expired and foreign tokens', async () => {
    const foreign = await tokenOf(t.vault, 'PERSON', 'Elsewhere', { ...COLLECTION_SCOPE, tenantId: 'globex' });
    const [expired] = await t.vault.tokenize(COLLECTION_SCOPE, [
      { type: 'PERSON', value: 'Gone', expiresAt: new Date(Date.now() - 1_000) },
    ]);
    const tokens = [
      foreign,
      '[PERSON_0000000000]',
      'nonsense',
      (expired as { token: VaultToken }).token,
    ] as VaultToken[];
    expect((await t.vault.describe('acme', tokens)).size).toBe(0);
    expect((await t.vault.reveal('acme', tokens)).size).toBe(0);
  });

  it('gives every expiring and every single-use value a token of its own', async () => {
    const later = new Date(Date.now() + 3_600_000);
    const shared = await tokenOf(t.vault, 'PERSON', 'Ada Apart');
    const results = await t.vault.tokenize(COLLECTION_SCOPE, [
      { type: 'PERSON', value: 'Ada Apart', expiresAt: later },
      { type: 'PERSON', value: 'Ada Apart', expiresAt: later },
      { type: 'PERSON', value: 'Ada Apart', singleUse: true },
    ]);
    const tokens = results.map((result) => (result.ok ? result.token : ''));
    expect(new Set([shared, ...tokens]).size).toBe(4);
    const record = (await t.vault.describe('acme', tokens as VaultToken[])).get(tokens[0] as VaultToken);
    expect(record?.expiresAt?.getTime()).toBe(later.getTime());
  });

  it('reveals a single-use value to one of many who ask at once', async () => {
    const [result] = await t.vault.tokenize(COLLECTION_SCOPE, [
      { type: 'SECRET', value: 'once only', singleUse: true },
    ]);
    const token = (result as { token: VaultToken }).token;
    const answers = await Promise.all(Array.from({ length: 12 }, () => t.vault.reveal('acme', [token])));
    expect(answers.filter((answer) => answer.get(token)?.reveal() === 'once only')).toHaveLength(1);
    expect(answers.filter((answer) => answer.size === 0)).toHaveLength(11);
    expect((await t.vault.describe('acme', [token])).size).toBe(0);
  });

  it('ends a value at its time by the statement that reads it, without any job', async () => {
    const [result] = await t.vault.tokenize(COLLECTION_SCOPE, [
      { type: 'PERSON', value: 'Brief', expiresAt: new Date(Date.now() + 400) },
    ]);
    const token = (result as { token: VaultToken }).token;
    expect((await t.vault.reveal('acme', [token])).size).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await t.vault.reveal('acme', [token])).size).toBe(0);
  });

  it('gives a shared value whose retention has passed a new token', async () => {
    const before = await tokenOf(t.vault, 'PERSON', 'Old Timer');
    await t.test.admin(`UPDATE vault_value SET expires_at = now() - interval '1 second' WHERE token = $1`, [before]);
    const after = await tokenOf(t.vault, 'PERSON', 'Old Timer');
    expect(after).not.toBe(before);
    expect(await tokenOf(t.vault, 'PERSON', 'Old Timer')).toBe(after);
    expect((await t.vault.reveal('acme', [before])).size).toBe(0);
  });

  it('takes retention from the collection, per type first', async () => {
    await t.collections.put('acme', 'brief', { retentionDays: 30, types: { EMAIL: { retentionDays: 2 } } });
    const scope = { ...COLLECTION_SCOPE, collectionId: 'brief' };
    const results = await t.vault.tokenize(scope, [
      { type: 'EMAIL', value: 'r@acme.test' },
      { type: 'PERSON', value: 'R' },
    ]);
    const days = results.map((result) =>
      result.ok && result.record.expiresAt ? (result.record.expiresAt.getTime() - Date.now()) / 86_400_000 : 0,
    );
    expect(days[0]).toBeCloseTo(2, 1);
    expect(days[1]).toBeCloseTo(30, 1);
  });

  it('collects the origins and tags of a shared value as sets', async () => {
    const item = { type: 'EMAIL', value: 'shared@acme.test' };
    await t.vault.tokenize(COLLECTION_SCOPE, [{ ...item, origin: 'crm', tags: ['vip'] }]);
    const [second] = await t.vault.tokenize(COLLECTION_SCOPE, [
      { ...item, origin: 'chat' },
      { ...item, origin: 'crm' },
      { ...item, origin: 'mail', tags: ['eu'] },
    ]);
    const token = (second as { token: VaultToken }).token;
    const record = (await t.vault.describe('acme', [token])).get(token);
    expect([...(record?.origins ?? [])].sort()).toEqual(['chat', 'crm', 'mail']);
    expect([...(record?.tags ?? [])].sort()).toEqual(['eu', 'vip']);
    expect(second?.ok && [...second.record.origins].sort()).toEqual(['chat', 'crm', 'mail']);
  });

  it('keeps look-alike addresses of other scripts distinct, and flags them', async () => {
    const latin = await tokenOf(t.vault, 'EMAIL', 'paypal@acme.test');
    const [cyrillic] = await t.vault.tokenize(COLLECTION_SCOPE, [{ type: 'EMAIL', value: 'p\u0430ypal@acme.test' }]);
    expect(cyrillic?.ok && cyrillic.token).not.toBe(latin);
    expect(cyrillic?.ok && cyrillic.record.tags).toEqual(['warning:mixed-script']);
  });

  it('asks the database once, and writes nothing, when every value is known', async () => {
    const items = Array.from({ length: 20 }, (_, index) => ({ type: 'PERSON', value: `Known ${index}` }));
    await t.vault.tokenize(COLLECTION_SCOPE, items);
    const sent = await statementsOf(() => t.vault.tokenize(COLLECTION_SCOPE, items));
    expect(sent).toEqual(['pvg_vault_find_by_digest']);
  });

  it('needs two statements for a batch of new values', async () => {
    const items = Array.from({ length: 5 }, (_, index) => ({ type: 'PERSON', value: `New ${index}` }));
    const sent = await statementsOf(() => t.vault.tokenize(COLLECTION_SCOPE, items));
    expect(sent).toEqual(['pvg_vault_find_by_digest', 'pvg_vault_insert']);
  });

  /** The statements that `work` sends, each a transaction of one round trip; a transaction of several counts as such. */
  async function statementsOf(work: () => Promise<unknown>): Promise<(string | undefined)[]> {
    const sent: (string | undefined)[] = [];
    const { database } = t.test;
    const original = database.tenantStatement.bind(database);
    const one = jest.spyOn(database, 'tenantStatement').mockImplementation((tenantId, statement, options) => {
      sent.push(statement.name);
      return original(tenantId, statement, options);
    });
    const several = jest.spyOn(database, 'withTenant').mockImplementation(() => {
      sent.push('a transaction');
      return Promise.reject(new Error('not expected'));
    });
    try {
      await work();
    } finally {
      one.mockRestore();
      several.mockRestore();
    }
    return sent;
  }

  it('gives back exactly what came in, whatever Unicode it holds', async () => {
    const values = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
      fc
        .array(fc.integer({ min: 0, max: 0xffff }), { minLength: 1, maxLength: 40 })
        .map((units) => String.fromCharCode(...units)),
      fc.constantFrom(
        '\u0000',
        'a\u0000b',
        '\ud800',
        '\udfff\ud800',
        '{"a":1}',
        "'; DROP TABLE vault_value; --",
        '\\x00',
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(values, { minLength: 1, maxLength: 12 }), async (texts) => {
        // Passwords are taken verbatim, so that two spellings never meet in one token.
        const results = await t.vault.tokenize(
          COLLECTION_SCOPE,
          texts.map((value) => ({ type: 'PASSWORD', value })),
        );
        const tokens = results.map((result) => (result.ok ? result.token : ('' as VaultToken)));
        const plain = plainOf(await t.vault.reveal('acme', tokens));
        expect(tokens.map((token) => plain.get(token))).toEqual(texts);
      }),
      { numRuns: 60 },
    );
  });

  it('keeps a value of one MiB exactly', async () => {
    const value = `${'é'.repeat(512 * 1024 - 1)}xy`;
    const token = await tokenOf(t.vault, 'PASSWORD', value);
    expect((await t.vault.reveal('acme', [token])).get(token)?.reveal() === value).toBe(true);
  });
});
