import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inventPerson, spellingsOf } from '../../support/invented.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

let t: TestGateway;

beforeAll(async () => {
  t = await createTestGateway();
}, 120_000);

afterAll(() => t.close());

async function stream(path: string, lines: readonly string[], as: 'user' | 'support' = 'user', headers = {}) {
  const answer = await t.call(`/v1/vault/bulk/${path}`, {
    as,
    method: 'POST',
    raw: `${lines.join('\n')}\n`,
    headers: { 'content-type': 'application/x-ndjson', ...headers },
  });
  const { status, text } = answer;
  return { status, text, lines: text.trimEnd().split('\n') };
}

const itemsOf = (count: number, offset = 0) =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({ type: 'EMAIL', value: `bulk-${offset + index}@example.com` }),
  );

describe('POST /v1/vault/bulk/tokenize', () => {
  it('gives each line a token or an error, in order, and what it gives reads back', async () => {
    const items = itemsOf(1_200);
    items[3] = '{"type":"EMAIL"';
    items[700] = JSON.stringify({ type: 'EMAIL', value: 'a@example.com', nonce: 'x' });
    items[701] = JSON.stringify({ type: 'EMAIL', value: 'x'.repeat(2_000_000) });
    const { status, lines } = await stream('tokenize', items);
    expect(status).toBe(200);
    expect(lines).toHaveLength(1_200);
    const results = lines.map((line) => JSON.parse(line) as { token?: string; error?: { code: string } });
    const refused = results.flatMap(({ error }, index) => (error ? [[index, error.code]] : []));
    expect(refused).toEqual([
      [3, 'request.malformed'],
      [700, 'request.invalid'],
      [701, 'vault.invalid_item'],
    ]);
    const asked = results.flatMap(({ token }) => (token ? [JSON.stringify({ token })] : []));
    const back = await stream(
      'detokenize',
      [...asked.slice(0, 600), '{"token":"[EMAIL_0000000000]"}', '{}'],
      'support',
    );
    expect(back.lines).toHaveLength(602);
    expect(JSON.parse(back.lines[0]!)).toEqual({ value: expect.stringContaining('*'), level: 'masked' });
    expect(JSON.parse(back.lines[600]!)).toEqual({ unresolved: true });
    expect(JSON.parse(back.lines[601]!).error.code).toBe('request.invalid');
  }, 120_000);

  it('answers a stream that is sent again with the same key alike, and another one with it not at all', async () => {
    const items = Array.from({ length: 20 }, () =>
      JSON.stringify({ type: 'EMAIL', value: inventPerson().EMAIL, singleUse: true }),
    );
    const key = { 'idempotency-key': 'load-2026-12-01' };
    const first = await stream('tokenize', items, 'user', key);
    const again = await stream('tokenize', items, 'user', key);
    expect(again.text).toBe(first.text);
    const other = await stream('tokenize', itemsOf(20, 5_000), 'user', key);
    expect([other.status, JSON.parse(other.text).code]).toEqual([409, 'resource.conflict']);
    const somebody = await stream('tokenize', items, 'support', key);
    expect(somebody.text).not.toBe(first.text);
    expect((await stream('tokenize', items, 'user', { 'idempotency-key': 'short' })).status).toBe(400);
  }, 120_000);

  it('refuses another media type, and a stream on a route that takes none', async () => {
    expect((await t.call('/v1/vault/bulk/tokenize', { body: {} })).status).toBe(422);
    const raw = '{"items":[]}';
    const headers = { 'content-type': 'application/x-ndjson' };
    expect((await t.call('/v1/vault/tokenize', { raw, headers })).status).toBe(415);
  });

  it('releases no token of a group that cannot be recorded', async () => {
    await t.testDatabase.admin('ALTER TABLE audit_event ADD CONSTRAINT nothing_more CHECK (sequence < 0) NOT VALID');
    const person = inventPerson();
    const refused = await stream('tokenize', [JSON.stringify({ type: 'EMAIL', value: person.EMAIL })]);
    await t.testDatabase.admin('ALTER TABLE audit_event DROP CONSTRAINT nothing_more');
    expect(refused.status).toBe(503);
    for (const form of spellingsOf(person.EMAIL)) expect(refused.text).not.toContain(form);
  });
});

describe('POST /v1/vault/bulk/import', () => {
  it('keeps values under the tokens they bring, once and again, and refuses a token of another value', async () => {
    const first = await stream('tokenize', itemsOf(3, 9_000));
    const lines = first.lines.map((line, index) =>
      JSON.stringify({ ...JSON.parse(itemsOf(1, 9_000 + index)[0]!), ...JSON.parse(line) }),
    );
    expect((await stream('import', lines)).text).toBe(first.text);
    const swapped = JSON.stringify({ ...JSON.parse(lines[0]!), value: 'other@example.com' });
    const refused = await stream('import', [swapped, '{"type":"EMAIL","value":"x@example.com"}']);
    expect(refused.lines.map((line) => JSON.parse(line).error.code)).toEqual(['resource.conflict', 'request.invalid']);
  });

  it('takes the right to join', async () => {
    const raw = `${JSON.stringify({ type: 'EMAIL', value: 'a@example.com', token: '[EMAIL_0000000000]' })}\n`;
    const headers = { 'content-type': 'application/x-ndjson' };
    const answer = await t.call('/v1/vault/bulk/import', { as: 'analyst', method: 'POST', raw, headers });
    expect([answer.status, answer.json.facts.action]).toEqual([403, 'vault:Join']);
  });
});
