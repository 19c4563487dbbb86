import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { COLLECTION_SCOPE, openTestVault, type TestVault } from './testing/open-test-vault.js';

describe('many clients of several processes', () => {
  let t: TestVault;
  beforeAll(async () => {
    t = await openTestVault({ poolMax: 16 });
  });
  afterAll(() => t.close());

  it('tokenizing the same 1,000 values in random order in overlapping batches get 1,000 tokens, no error', async () => {
    const peer = await t.openPeer();
    const values = Array.from({ length: 1_000 }, (_, index) => `Person Number ${index}`);
    const tokenOf = new Map<string, Set<string>>(values.map((value) => [value, new Set()]));
    const client = async (vault: typeof t.vault) => {
      const order = shuffled(values);
      for (let at = 0; at < order.length; at += 80) {
        const batch = order.slice(at, at + 100);
        const results = await vault.tokenize(
          COLLECTION_SCOPE,
          batch.map((value) => ({ type: 'PERSON', value })),
        );
        results.forEach((result, index) => {
          if (!result.ok) throw result.error;
          tokenOf.get(batch[index]!)!.add(result.token);
        });
      }
    };
    await Promise.all(Array.from({ length: 32 }, (_, index) => client(index % 2 === 0 ? t.vault : peer.vault)));
    expect([...tokenOf.values()].every((tokens) => tokens.size === 1)).toBe(true);
    expect(new Set([...tokenOf.values()].map((tokens) => [...tokens][0])).size).toBe(1_000);
    const [count] = await t.test.admin<{ values: string; index: string; deadlocks: string }>(
      `SELECT (SELECT count(*) FROM vault_value)::text AS values, (SELECT count(*) FROM blind_index)::text AS index,
              (SELECT deadlocks FROM pg_stat_database WHERE datname = current_database())::text AS deadlocks`,
    );
    expect(count).toEqual({ values: '1000', index: '1000', deadlocks: '0' });
    await peer.close();
  }, 60_000);

  it('starting for a new tenant at once make one set of keys', async () => {
    const peer = await t.openPeer();
    const scope = { ...COLLECTION_SCOPE, tenantId: 'globex' };
    const results = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        (index % 2 === 0 ? t.vault : peer.vault).tokenize(scope, [{ type: 'PERSON', value: 'First One' }]),
      ),
    );
    expect(new Set(results.map(([result]) => result?.ok && result.token)).size).toBe(1);
    const [keys] = await t.test.admin<{ keks: string; indexes: string; deks: string }>(
      `SELECT (SELECT count(*) FROM tenant_kek WHERE tenant_id = 'globex')::text AS keks,
              (SELECT count(*) FROM index_key WHERE tenant_id = 'globex')::text AS indexes,
              (SELECT count(*) FROM data_key WHERE tenant_id = 'globex')::text AS deks`,
    );
    expect(keys).toEqual({ keks: '1', indexes: '1', deks: '1' });
    await peer.close();
  });
});

function shuffled<T>(items: readonly T[]): T[] {
  const copy = [...items];
  for (let index = copy.length - 1; index > 0; index -= 1) {
    const other = Math.floor(Math.random() * (index + 1));
    [copy[index], copy[other]] = [copy[other]!, copy[index]!];
  }
  return copy;
}
