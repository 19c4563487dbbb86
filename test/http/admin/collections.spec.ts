import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addPrincipal } from '../../support/more-principals.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

let t: TestGateway;

beforeAll(async () => {
  t = await createTestGateway();
}, 120_000);

afterAll(() => t.close());

const AT = '/admin/v1/collections';
const put = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  t.call(`${AT}/${id}`, { as: 'admin', method: 'PUT', body, headers });

describe('collections', () => {
  it('are made at once, and changed only over what was read', async () => {
    const made = await put('customers', { types: { PHONE: { search: ['last4'] } } });
    expect(made.json).toMatchObject({ id: 'customers', settings: { consistency: 'collection', ceiling: 'plain' } });
    expect((await put('customers', { ceiling: 'masked' })).status).toBe(428);
    const changed = await put('customers', { ceiling: 'masked' }, { 'if-match': made.headers.get('etag')! });
    expect(changed.json.settings.ceiling).toBe('masked');
    const late = await put('customers', { ceiling: 'plain' }, { 'if-match': made.headers.get('etag')! });
    expect(late.status).toBe(412);
    const list = await t.call(AT, { as: 'admin' });
    expect(list.json.items.map(({ id }: { id: string }) => id)).toEqual(['customers', 'default']);
  });

  it('find by a way that is declared later what was stored before, once it is indexed', async () => {
    const made = await put('later', {});
    const items = ['a@later.test', 'b@later.test', 'c@else.test'].map((value) => ({ type: 'EMAIL', value }));
    await t.call('/v1/vault/tokenize', { body: { items, collection: 'later' } });
    const settings = { types: { EMAIL: { search: ['domain'] } } };
    await put('later', settings, { 'if-match': made.headers.get('etag')! });
    for (let tries = 0; ; tries += 1) {
      const { json } = await t.call('/admin/v1/keys/rotations', { as: 'admin' });
      if (json.items.some(({ kind, state }: Record<string, string>) => kind === 'search' && state === 'done')) break;
      if (tries > 100) throw new Error('the index is not filled');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const [row] = await t.testDatabase.admin<{ n: number }>(
      `SELECT count(*)::int AS n FROM blind_index WHERE kind = 'domain' AND scope = 'collection:later'`,
    );
    expect(row?.n).toBe(3);
  });

  it('are archived, and removed once they hold nothing', async () => {
    const made = await put('closing', {});
    const remove = (id: string, as: 'admin' | 'user' = 'admin') => t.call(`${AT}/${id}`, { as, method: 'DELETE' });
    const tokenize = () =>
      t.call('/v1/vault/tokenize', {
        body: { items: [{ type: 'EMAIL', value: 'last@closing.test' }], collection: 'closing' },
      });
    expect((await tokenize()).status).toBe(200);
    expect([(await remove('closing')).status, (await remove('closing', 'user')).status]).toEqual([409, 403]);
    await put('closing', { archived: true }, { 'if-match': made.headers.get('etag')! });
    expect((await tokenize()).status).toBe(409);
    await t.testDatabase.admin(
      `UPDATE vault_value SET ciphertext = NULL, data_key_id = NULL, ended = 'deleted' WHERE collection_id = 'closing'`,
    );
    expect((await remove('closing')).status).toBe(204);
    expect([(await remove('closing')).status, (await remove('default')).status]).toEqual([404, 409]);
  });

  it('are refused with unknown settings, and exist only for who may name them', async () => {
    expect((await put('odd', { colour: 'red' })).status).toBe(400);
    const limited = await addPrincipal(t, { id: 'limited-admin', roles: ['admin'], collections: ['default'] });
    const hidden = await t.call(`${AT}/customers`, { as: null, headers: limited });
    const missing = await t.call(`${AT}/nothing`, { as: null, headers: limited });
    expect(hidden.status).toBe(missing.status);
    expect((await t.call(AT, { as: 'support' })).status).toBe(403);
    expect((await t.call(`${AT}/nothing`, { as: 'admin' })).status).toBe(404);
  });
});
