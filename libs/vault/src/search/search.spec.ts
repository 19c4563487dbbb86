import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { VaultToken } from '#lib/kernel';
import { KeyRotations } from '../rotation/key-rotations.js';
import { COLLECTION_SCOPE, openTestVault, type TestVault } from '../testing/open-test-vault.js';
import type { SearchQuery } from './search.js';

const SCOPE = { ...COLLECTION_SCOPE, collectionId: 'crm' };
const VALUES: [type: string, value: string][] = [
  ['EMAIL', 'jane@acme.test'],
  ['EMAIL', 'john@ACME.test'],
  ['EMAIL', 'jim@acme.test'],
  ['EMAIL', 'sue@globex.test'],
  ['CREDIT_CARD', '4111 1111 1111 1111'],
  ['CREDIT_CARD', '4111-1122-2222-1111'],
  ['CREDIT_CARD', '5500 0000 0000 0004'],
  ['PERSON', 'Jane Roe'],
  ['PERSON', 'Janet Doe'],
  ['PERSON', 'Mary Roemer'],
  ['DATE_OF_BIRTH', '1984-03-09'],
  ['DATE_OF_BIRTH', '1984-12-31'],
  ['DATE_OF_BIRTH', '1990-01-01'],
  ['AGE', '41'],
  ['AGE', '44 years'],
  ['AGE', '45'],
];

describe('search without decrypting', () => {
  let t: TestVault;
  const textOf = new Map<VaultToken, string>();

  beforeAll(async () => {
    t = await openTestVault();
    await t.collections.put('acme', 'crm', {
      types: {
        EMAIL: { search: ['domain', 'prefix'] },
        CREDIT_CARD: { search: ['last4', 'prefix'] },
        PERSON: { search: ['prefix'] },
        DATE_OF_BIRTH: { search: ['year', 'bucket'] },
        AGE: { search: ['bucket'] },
      },
    });
    const results = await t.vault.tokenize(
      SCOPE,
      VALUES.map(([type, value]) => ({ type, value })),
    );
    results.forEach((result, index) => {
      if (result.ok) textOf.set(result.token, VALUES[index]![1]);
    });
  });
  afterAll(() => t.close());

  const find = async (type: string, query: SearchQuery) =>
    (await t.vault.search({ tenantId: 'acme', collectionId: 'crm', type }, query))
      .map(({ token }) => textOf.get(token))
      .sort();

  const expectations: [string, SearchQuery, string[]][] = [
    ['EMAIL', { exact: 'JANE@acme.test' }, ['jane@acme.test']],
    ['EMAIL', { exact: 'nobody@acme.test' }, []],
    ['PERSON', { exact: 'jane@acme.test' }, []],
    ['EMAIL', { domain: 'ACME.test' }, ['jane@acme.test', 'jim@acme.test', 'john@ACME.test']],
    ['EMAIL', { prefix: 'jan' }, ['jane@acme.test']],
    ['CREDIT_CARD', { last4: '1111' }, ['4111 1111 1111 1111', '4111-1122-2222-1111']],
    ['CREDIT_CARD', { last4: '9999' }, []],
    ['CREDIT_CARD', { prefix: '411111' }, ['4111 1111 1111 1111', '4111-1122-2222-1111']],
    ['CREDIT_CARD', { prefix: '4111 1111' }, ['4111 1111 1111 1111']],
    ['PERSON', { prefix: 'jan' }, ['Jane Roe', 'Janet Doe']],
    ['PERSON', { prefix: 'Roe' }, ['Jane Roe', 'Mary Roemer']],
    ['PERSON', { prefix: 'jane r' }, ['Jane Roe']],
    ['DATE_OF_BIRTH', { year: 1984 }, ['1984-03-09', '1984-12-31']],
    ['DATE_OF_BIRTH', { range: { from: '1984-06-01', to: '1990-01-01' } }, ['1984-12-31', '1990-01-01']],
    ['AGE', { range: { from: '42', to: '45' } }, ['44 years', '45']],
  ];

  it.each(expectations)('finds %s by %j', async (type, query, found) => {
    expect(await find(type, query)).toEqual([...found].sort());
  });

  it.each<[string, SearchQuery]>([
    ['EMAIL', { last4: '1111' }],
    ['US_SSN', { last4: '1111' }],
    ['EMAIL', { prefix: '' }],
    ['PERSON', { prefix: 'ja' }],
    ['CREDIT_CARD', { prefix: '41111' }],
    ['CREDIT_CARD', { last4: '11' }],
    ['EMAIL', { exact: '' }],
    ['EMAIL', { domain: '' }],
    ['DATE_OF_BIRTH', { range: { from: '1990-01-01', to: '1984-01-01' } }],
    ['DATE_OF_BIRTH', { range: { from: 'x', to: 'y' } }],
  ])('refuses %s by %j: not declared, empty or too short', async (type, query) => {
    await expect(find(type, query)).rejects.toMatchObject({ code: 'request.invalid' });
  });

  it('decrypts nothing but what the index has found', async () => {
    const spy = jest.spyOn(t.keyring, 'withDataKeys');
    await find('CREDIT_CARD', { last4: '0004' });
    await find('EMAIL', { exact: 'jane@acme.test' });
    expect(spy.mock.calls.map(([, ids]) => ids.length)).toEqual([1]);
    spy.mockRestore();
  });

  it('counts groups of the smallest size allowed and hides smaller ones', async () => {
    const scope = { tenantId: 'acme', collectionId: 'crm', type: 'EMAIL' };
    expect(await t.vault.groupBy(scope, 'domain', { sizeMin: 3 })).toEqual([{ term: 'acme.test', count: 3 }]);
    expect(await t.vault.groupBy(scope, 'domain', { sizeMin: 1 })).toEqual([{ term: 'acme.test', count: 3 }]);
    await expect(t.vault.groupBy(scope, 'year', { sizeMin: 3 })).rejects.toMatchObject({ code: 'request.invalid' });
  });

  it('gives equal terms of different types, collections and tenants unrelated digests', async () => {
    await t.collections.put('acme', 'other', { types: { EMAIL: { search: ['domain'] } } });
    await t.vault.tokenize({ ...SCOPE, collectionId: 'other' }, [{ type: 'EMAIL', value: 'jane@acme.test' }]);
    const rows = await t.test.admin<{ n: string }>(
      `SELECT count(DISTINCT digest)::text AS n FROM blind_index WHERE kind = 'domain' AND token LIKE '[EMAIL%'`,
    );
    expect(rows[0]?.n).toBe('3');
  });

  it('is right during and after an index rotation', async () => {
    const rotations = new KeyRotations(t.keyring);
    const peer = await t.openPeer();
    const check = async () => {
      for (const [type, query, found] of expectations.slice(0, 8))
        expect(await find(type, query)).toEqual([...found].sort());
    };
    await peer.vault.search({ tenantId: 'acme', collectionId: 'crm', type: 'EMAIL' }, { exact: 'jane@acme.test' });
    let rotation = await rotations.begin('acme', 'index');
    while (rotation.state === 'running') {
      await check();
      rotation = await rotations.step('acme', rotation);
    }
    await check();
    const stale = await peer.vault.search(
      { tenantId: 'acme', collectionId: 'crm', type: 'EMAIL' },
      { domain: 'acme.test' },
    );
    expect(stale).toHaveLength(3);
    await peer.close();
  });

  it('does not find what has ended', async () => {
    const [token] = [...textOf].find(([, text]) => text === 'sue@globex.test')!;
    expect(await t.vault.delete('acme', [token, '[EMAIL_0000000000]' as VaultToken])).toEqual([token]);
    expect(await find('EMAIL', { exact: 'sue@globex.test' })).toEqual([]);
    expect((await t.vault.reveal('acme', [token])).size).toBe(0);
  });
});

describe('the retention job', () => {
  let t: TestVault;
  beforeAll(async () => {
    t = await openTestVault();
  });
  afterAll(() => t.close());

  it('leaves tombstones of expired and used values, keeps others, and what a legal hold keeps', async () => {
    const past = new Date(Date.now() - 1_000);
    const results = await t.vault.tokenize(COLLECTION_SCOPE, [
      { type: 'PERSON', value: 'Expired', expiresAt: past },
      { type: 'PERSON', value: 'Held', expiresAt: past, subject: 'held' },
      { type: 'PERSON', value: 'Used', singleUse: true },
      { type: 'PERSON', value: 'Kept' },
    ]);
    const tokens = results.map((result) => (result.ok ? result.token : ('' as VaultToken)));
    await t.subjects.hold('acme', 'held', 'case');
    await t.vault.reveal('acme', [tokens[2]!]);
    expect(await t.vault.retain('acme')).toBe(2);
    expect(await t.vault.retain('acme')).toBe(0);
    const ended = await t.test.admin<{ ended: string | null }>(
      'SELECT ended FROM vault_value v JOIN unnest($1::text[]) WITH ORDINALITY AS t(token, n) USING (token) ORDER BY n',
      [tokens],
    );
    expect(ended.map((row) => row.ended)).toEqual(['expired', null, 'used', null]);
    expect([...(await t.vault.reveal('acme', tokens)).keys()]).toEqual([tokens[3]]);
    expect(await t.vault.delete('acme', [tokens[1]!])).toEqual([]);
  });
});
