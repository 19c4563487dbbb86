import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BulkVault } from './bulk/bulk.js';
import { Forms } from './forms/forms.js';
import { KeyRotations } from './rotation/key-rotations.js';
import { COLLECTION_SCOPE, openTestVault, type TestVault } from './testing/open-test-vault.js';

const TABLES = [
  ...['key_epoch', 'tenant_kek', 'data_key', 'data_key_wrap', 'index_key', 'key_rotation', 'collection', 'vault_value'],
  ...[
    'blind_index',
    'subject',
    'subject_value',
    'subject_link_proposal',
    'erasure_ledger',
    'certificate_key',
    'value_form',
  ],
  ...['bulk_batch', 'value_mention', 'erasure_request'],
];

describe('a tenant', () => {
  let t: TestVault;

  beforeAll(async () => {
    t = await openTestVault();
    await t.collections.put('acme', 'default', { types: { EMAIL: { search: ['domain'] } } });
    const results = await t.vault.tokenize(COLLECTION_SCOPE, [
      { type: 'PERSON', value: 'Jane Roe', subject: 's1' },
      { type: 'EMAIL', value: 'jane.roe@acme.test', subject: 's2' },
      { type: 'PERSON', value: 'Gone', subject: 's3' },
    ]);
    const candidates = results.slice(0, 2).map((result, index) => ({
      token: result.ok ? result.token : '',
      type: index === 0 ? 'PERSON' : 'EMAIL',
      value: index === 0 ? 'Jane Roe' : 'jane.roe@acme.test',
    }));
    await t.subjects.proposals.propose('acme', candidates);
    await t.subjects.erase('acme', 's3');
    const [person] = results;
    if (person?.ok) {
      const request = { token: person.token, type: 'PERSON', value: 'Jane Roe' };
      await new Forms(t.keyring, t.collections).render(COLLECTION_SCOPE, [request], { form: 'surrogate' });
    }
    if (person?.ok) {
      await t.vault.recordMentions('acme', 'doc', [{ place: 0, token: person.token, spelling: 'JANE ROE' }]);
    }
    await t.subjects.requestErasure('acme', 's2', 'somebody');
    const rotations = new KeyRotations(t.keyring);
    await rotations.run('acme', await rotations.begin('acme', 'kek'));
    const bulk = new BulkVault(t.vault, t.keyring).tokenize(
      COLLECTION_SCOPE,
      (async function* () {
        yield { type: 'PERSON', value: 'Bulk' };
      })(),
      { idempotencyKey: 'k' },
    );
    for await (const result of bulk) expect(result.ok).toBe(true);
  });
  afterAll(() => t.close());

  it.each(TABLES)('has rows in %s that another tenant, or none, neither sees nor changes', async (table) => {
    const [own] = await t.test.admin<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE tenant_id = 'acme'`);
    expect(own!.n).toBeGreaterThan(0);
    const see = `SELECT count(*)::int AS n FROM ${table} WHERE tenant_id = 'acme'`;
    const { database } = t.test;
    expect((await database.withTenant('globex', (c) => c.query<{ n: number }>(see))).rows[0]!.n).toBe(0);
    expect((await database.withoutTenant((c) => c.query<{ n: number }>(see))).rows[0]!.n).toBe(0);
    expect((await database.withTenant('acme', (c) => c.query<{ n: number }>(see))).rows[0]!.n).toBe(own!.n);
    const change = database.withTenant('globex', (c) => c.query(`UPDATE ${table} SET tenant_id = 'globex'`));
    const changed = await change.then(
      (result) => result.rowCount,
      () => 0,
    );
    expect(changed).toBe(0);
  });

  it('has no table without such protection', async () => {
    const rows = await t.test.admin<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT (c.relrowsecurity AND c.relforcerowsecurity)`,
    );
    expect(rows).toEqual([]);
  });

  it('has a ledger of erasures that the service can not change or shorten', async () => {
    for (const sql of [`UPDATE erasure_ledger SET subject_id = 'x'`, 'DELETE FROM erasure_ledger']) {
      await expect(t.test.database.withTenant('acme', (c) => c.query(sql))).rejects.toMatchObject({
        sqlState: '42501',
      });
    }
  });
});
