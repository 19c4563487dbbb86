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
