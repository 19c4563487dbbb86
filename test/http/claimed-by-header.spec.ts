import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inventPerson } from '../support/invented.js';
import { addPrincipal } from '../support/more-principals.js';
import { createTestGateway, type TestGateway } from '../support/test-gateway.js';

let t: TestGateway;
let bound: Record<string, string>;

beforeAll(async () => {
  t = await createTestGateway();
  bound = await addPrincipal(t, {
    id: 'bound',
    roles: ['support'],
    collections: ['default'],
    purposes: ['case-handling'],
  });
}, 120_000);

afterAll(() => t.close());

async function stored(): Promise<string> {
  const body = { items: [{ type: 'EMAIL', value: inventPerson().EMAIL }] };
  return (await t.call('/v1/vault/tokenize', { as: 'user', body })).json.items[0].token;
}

const detokenize = async (headers: Record<string, string>) =>
  (await t.call('/v1/vault/detokenize', { as: null, headers, body: { tokens: [await stored()] } })).json.items[0];

describe('a header', () => {
  it('chooses among the purposes and collections that are granted, and claims none', async () => {
    expect(await detokenize({ ...bound, 'x-pvg-purpose': 'case-handling' })).toMatchObject({ level: 'masked' });
    expect(await detokenize({ ...bound, 'x-pvg-purpose': 'fraud' })).toEqual({ level: 'omit' });
    const chat = (headers: Record<string, string>) =>
      t.call('/v1/chat/completions', {
        as: null,
        headers: { ...bound, ...headers },
        body: { model: 'm', messages: [{ role: 'user', content: 'Hello' }] },
      });
    expect((await chat({ 'x-pvg-purpose': 'fraud' })).status).toBe(403);
    expect((await chat({ 'x-pvg-collection': 'staff' })).status).toBe(403);
    expect((await chat({ 'x-pvg-purpose': 'case-handling' })).status).toBe(200);
  });

  it.each([
    'x-pvg-role',
    'x-pvg-roles',
    'x-pvg-principal',
    'x-pvg-tenant',
    'x-pvg-group',
    'x-pvg-mfa',
    'x-pvg-level',
    'x-forwarded-user',
  ])('%s gives nothing', async (name) => {
    for (const value of ['admin', 'true']) {
      const headers = { ...bound, [name]: value };
      expect(await detokenize(headers)).toMatchObject({ level: 'masked' });
      expect((await t.call('/admin/v1/policies', { as: null, headers })).status).toBe(403);
    }
  });

  it('names one’s own conversation, never that of somebody else: the same name is another conversation', async () => {
    const { EMAIL } = inventPerson();
    const tokenOf = async (as: 'analyst' | null, headers: Record<string, string>, conversation: string) => {
      const body = { items: [{ type: 'EMAIL', value: EMAIL }] };
      const answer = await t.call('/v1/vault/tokenize', {
        as,
        headers: { ...headers, 'x-pvg-conversation': conversation },
        body,
      });
      return answer.json.items[0].token;
    };
    const other = await addPrincipal(t, { id: 'other-analyst', roles: ['analyst'] });
    const own = await tokenOf('analyst', {}, 'c-1');
    expect(await tokenOf('analyst', {}, 'c-1')).toBe(own);
    expect(await tokenOf('analyst', {}, 'c-2')).not.toBe(own);
    expect(await tokenOf(null, other, 'c-1')).not.toBe(own);
  });

  it('x-forwarded-for is no address that a policy decides by', async () => {
    const events = await t.call('/admin/v1/policies', {
      as: 'support',
      headers: { 'x-forwarded-for': '10.1.2.3', forwarded: 'for=10.1.2.3' },
    });
    expect(events.status).toBe(403);
    const denied = await t.call('/admin/v1/audit?action=decision.denied&limit=1&order=newest', { as: 'admin' });
    expect(denied.json.items[0].facts.ctx_sourceIp).toBe('127.0.0.1');
  });
});
