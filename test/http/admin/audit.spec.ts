import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openCheckpoint, verifyAuditLines } from '#lib/audit';
import { inventPerson, spellingsOf } from '../../support/invented.js';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.js';

let t: TestGateway;
let token: string;
const person = inventPerson();

beforeAll(async () => {
  t = await createTestGateway();
  const stored = await t.call('/v1/vault/tokenize', { body: { items: [{ type: 'EMAIL', value: person.EMAIL }] } });
  token = stored.json.items[0].token;
  for (let i = 0; i < 5; i += 1) {
    await t.call('/v1/vault/detokenize', {
      as: 'support',
      body: { tokens: [token] },
      headers: { 'x-pvg-reason': `=cmd() for ${person.EMAIL}` },
    });
  }
}, 120_000);

afterAll(() => t.close());

const AUDIT = '/admin/v1/audit';
const get = (query: string) => t.call(`${AUDIT}${query}`, { as: 'admin' });
const post = (path: string, body?: unknown) =>
  t.call(`${AUDIT}/${path}`, { as: 'admin', method: 'POST', ...(body !== undefined && { body }) });

describe('GET /admin/v1/audit', () => {
  it('finds events by token, actor and action, page by page, and holds no value', async () => {
    const query = `?resourceId=${encodeURIComponent(token)}&actorId=support&action=vault_token.reveal_decided&limit=2`;
    const first = await get(query);
    expect(first.status).toBe(200);
    expect(first.json.items).toHaveLength(2);
    expect(first.json.items[0]).toMatchObject({ actor: { id: 'support' }, decision: { level: 'masked' } });
    const second = await get(`${query}&after=${first.json.next}`);
    expect(second.json.items).toHaveLength(2);
    const third = await get(`${query}&after=${second.json.next}`);
    expect([third.json.items.length, third.json.next]).toEqual([1, null]);
    const seen = [first, second, third].flatMap(({ json }) =>
      json.items.map((one: { sequence: number }) => one.sequence),
    );
    expect(new Set(seen).size).toBe(5);
    for (const form of spellingsOf(person.EMAIL)) expect(first.text + second.text + third.text).not.toContain(form);
  });

  it('refuses who may not read it, and filters it does not know', async () => {
    for (const as of ['user', 'support', 'analyst'] as const) expect((await t.call(AUDIT, { as })).status).toBe(403);
    expect((await get('?actor=support')).status).toBe(400);
  });
});

describe('GET /admin/v1/audit/export', () => {
  it('streams JSON Lines that verify offline against a checkpoint, and shows a change of a single byte', async () => {
    const { checkpoint, publicKey } = (await post('checkpoint')).json;
    const exported = await get('/export');
    expect(exported.headers.get('content-type')).toContain('application/x-ndjson');
    const lines = exported.text.split('\n');
    const options = { tenantId: 'default', checkpoints: [openCheckpoint(JSON.stringify(checkpoint), [publicKey])] };
    const verdict = await verifyAuditLines(lines, options);
    expect(verdict).toMatchObject({ valid: true, confirmed: [checkpoint.sequence] });
    const tampered = lines.map((line, index) => (index === 2 ? line.replace('support', 'supp0rt') : line));
    expect((await verifyAuditLines(tampered, options)).fault).toMatchObject({ sequence: 3 });
    const cut = await verifyAuditLines(lines.slice(0, checkpoint.sequence - 1), options);
    expect(cut.fault?.kind).toBe('truncated');
  });

  it('writes CSV that no spreadsheet takes for a formula', async () => {
    const { text } = await get('/export?format=csv&action=vault_token.reveal_decided');
    const [header, ...rows] = text.trimEnd().split('\r\n');
    expect(header).toContain('sequence,recordedAt,action');
    expect(rows).toHaveLength(5);
    for (const row of rows) expect(row).not.toMatch(/,"?=/);
  });

  it('is recorded itself, and not given when it cannot be', async () => {
    const { json } = await get('?action=audit_log.exported');
    expect(json.items.length).toBeGreaterThan(0);
    await t.testDatabase.admin('ALTER TABLE audit_event ADD CONSTRAINT nothing_more CHECK (sequence < 0) NOT VALID');
    const refused = await get('/export');
    await t.testDatabase.admin('ALTER TABLE audit_event DROP CONSTRAINT nothing_more');
    expect([refused.status, refused.json.code]).toEqual([503, 'audit.unavailable']);
  });
});

describe('POST /admin/v1/audit/verify', () => {
  it('names the first row that does not hold', async () => {
    const { checkpoint } = (await post('checkpoint')).json;
    const good = await post('verify', { checkpoints: [JSON.stringify(checkpoint)] });
    expect(good.json).toMatchObject({ valid: true, confirmed: [checkpoint.sequence] });
    const forged = { ...checkpoint, sequence: 1 };
    expect((await post('verify', { checkpoints: [JSON.stringify(forged)] })).status).toBe(400);
    await t.testDatabase.admin(`UPDATE audit_event SET actor_id = 'somebody-else' WHERE sequence = 4`);
    expect((await post('verify', {})).json).toMatchObject({ valid: false, fault: { kind: 'altered', sequence: 4 } });
  });
});
