import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inventPerson, spellingsOf } from '../../support/invented.js';
import { addPrincipal } from '../../support/more-principals.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

let t: TestGateway;
const people = Array.from({ length: 6 }, inventPerson);
let tokens: string[];

beforeAll(async () => {
  t = await createTestGateway({ rateLimits: { 'vault:Search': { countMax: 12, windowSeconds: 600 } } });
  const settings = { types: { PHONE: { search: ['last4'] }, EMAIL: { search: ['domain'] } } };
  await t.call('/admin/v1/collections/default', { as: 'admin', method: 'PUT', body: settings, headers: await tag() });
  const items = people.flatMap(({ EMAIL, PHONE }) => [
    { type: 'EMAIL', value: EMAIL },
    { type: 'PHONE', value: PHONE },
  ]);
  tokens = (await t.call('/v1/vault/tokenize', { body: { items } })).json.items.map(
    (item: { token: string }) => item.token,
  );
}, 120_000);

afterAll(() => t.close());

async function tag(): Promise<Record<string, string>> {
  const read = await t.call('/admin/v1/collections/default', { as: 'admin' });
  return { 'if-match': read.headers.get('etag')! };
}

const search = (body: unknown, as: 'support' | 'user' | 'analyst' = 'support') =>
  t.call('/v1/vault/search', { as, body });

describe('POST /v1/vault/search', () => {
  it('finds a value by its whole and by a declared part, and answers with tokens alone', async () => {
    const [person] = people;
    const exact = await search({ type: 'EMAIL', exact: person!.EMAIL.toUpperCase() });
    expect(exact.status).toBe(200);
    expect(exact.json.items.map((item: { token: string }) => item.token)).toEqual([tokens[0]]);
    const last4 = await search({ type: 'PHONE', last4: person!.PHONE.replaceAll(/\D/g, '').slice(-4) });
    expect(last4.json.items.map((item: { token: string }) => item.token)).toContain(tokens[1]);
    for (const value of [person!.EMAIL, person!.PHONE])
      for (const form of spellingsOf(value)) expect(exact.text + last4.text).not.toContain(form);
  });

  it('counts by what values share, in groups that are large enough', async () => {
    const grouped = await search({ type: 'EMAIL', groupBy: 'domain', sizeMin: 5 });
    expect(grouped.json.groups).toEqual([{ term: 'example.com', count: 6 }]);
    expect((await search({ type: 'EMAIL', groupBy: 'domain', sizeMin: 7 })).json.groups).toEqual([]);
  });

  it('refuses what the collection does not declare, two ways at once, and never quotes the value', async () => {
    const { EMAIL, PHONE } = people[1]!;
    const bodies = [
      { type: 'EMAIL', prefix: EMAIL },
      { type: 'EMAIL', exact: EMAIL, domain: EMAIL },
      { type: 'PHONE', last4: PHONE },
      { type: 'EMAIL', exact: [EMAIL] },
    ];
    for (const body of bodies) {
      const answer = await search(body);
      expect(answer.status).toBe(400);
      for (const value of [EMAIL, PHONE])
        for (const form of spellingsOf(value)) expect(answer.text).not.toContain(form);
    }
  });

  it('is for who may search, in a collection that he may name', async () => {
    expect((await search({ type: 'EMAIL', exact: 'a@example.com' }, 'analyst')).status).toBe(403);
    expect((await search({ type: 'EMAIL', exact: 'a@example.com' }, 'user')).status).toBe(403);
    expect((await search({ type: 'EMAIL', exact: 'a@example.com', collection: 'other' })).status).toBe(404);
  });

  it('tells nobody of values, nor of groups of them, of which he may not see the tokens', async () => {
    const statements = [
      { sid: 'BlindSearch', effect: 'allow', principal: { role: 'blind' }, action: ['vault:Search'], resource: '*' },
      {
        sid: 'BlindSeesNoMail',
        effect: 'deny',
        principal: { role: 'blind' },
        action: ['vault:Reveal'],
        resource: 'pvg:*:*/EMAIL',
        reveal: 'token',
      },
    ];
    for (const statement of statements) {
      await t.testDatabase.admin(
        `UPDATE policy_version SET document = jsonb_insert(document, '{statements,0}', $1) WHERE state = 'active'`,
        [JSON.stringify(statement)],
      );
    }
    await t.testDatabase.admin('UPDATE policy_revision SET revision = revision + 1');
    await new Promise((resolve) => setTimeout(resolve, 700));
    const headers = await addPrincipal(t, { id: 'blind', roles: ['blind'] });
    const ask = (body: unknown) => t.call('/v1/vault/search', { as: null, headers, body });
    expect((await ask({ type: 'EMAIL', exact: people[0]!.EMAIL })).json).toEqual({ items: [] });
    expect((await ask({ type: 'EMAIL', groupBy: 'domain', sizeMin: 2 })).json).toEqual({ groups: [] });
    expect((await ask({ type: 'PHONE', exact: people[0]!.PHONE })).json.items).toHaveLength(1);
  });

  it('is recorded without the term, and limited for each principal', async () => {
    const rows = await t.testDatabase.admin<{ detail: string }>(
      `SELECT detail FROM audit_event WHERE action = 'vault.searched'`,
    );
    expect(rows.length).toBeGreaterThan(2);
    for (const { EMAIL } of people) expect(JSON.stringify(rows)).not.toContain(EMAIL);
    let limited = await search({ type: 'EMAIL', exact: 'a@example.com' });
    for (let i = 0; i < 12 && limited.status === 200; i += 1) {
      limited = await search({ type: 'EMAIL', exact: 'a@example.com' });
    }
    expect([limited.status, limited.json.code]).toEqual([429, 'request.rate_limited']);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(1);
  });
});
